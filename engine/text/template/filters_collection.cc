// Filters on collections that pick, convert and join.
#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "engine/text/template/filters.h"
#include "engine/text/template/filters_internal.h"
#include "engine/text/template/lookup.h"
#include "engine/text/template/operators.h"
#include "engine/text/template/predicates.h"
#include "engine/text/template/python_text.h"
#include "engine/text/template/text_functions.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {

absl::StatusOr<Items> TakeItems(Runtime& runtime, const Value& input) {
  FERRO_RETURN_IF_ERROR(runtime.budget().Build(input.weight()));
  return Iterate(input);
}

absl::StatusOr<Value> AttributePath(const Value& item, const Value& path, const Value* otherwise) {
  Value value = item;
  if (path.is_index()) {
    FERRO_ASSIGN_OR_RETURN(value, Item(value, path));
    return value.is_undefined() && otherwise != nullptr ? *otherwise : value;
  }
  if (!path.is_string()) return absl::InvalidArgumentError("the attribute must be text or an integer");
  for (const absl::string_view part : absl::StrSplit(path.string(), '.')) {
    int64_t index = 0;
    const bool is_number = !part.empty() && part.find_first_not_of("0123456789") == absl::string_view::npos &&
                           absl::SimpleAtoi(part, &index);
    FERRO_ASSIGN_OR_RETURN(value, Item(value, is_number ? Value::Int(index) : Value::String(std::string(part))));
    if (value.is_undefined() && otherwise != nullptr) value = *otherwise;
  }
  return value;
}

absl::StatusOr<Value> FirstFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  FERRO_RETURN_IF_ERROR(BoundArgs::Bind("first", arguments, {}, 0).status());
  if (input.is_sequence(SequenceType::kIterator)) {
    const Sequence& iterator = input.sequence();
    if (iterator.consumed < iterator.items.size()) return iterator.items[iterator.consumed++];
    return Value::UndefinedNamed("No first item, sequence was empty.");
  }
  if (input.is_string() && !input.string().empty()) return Item(input, Value::Int(0));
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  if (items.empty()) return Value::UndefinedNamed("No first item, sequence was empty.");
  return items.front();
}

absl::StatusOr<Value> LastFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  FERRO_RETURN_IF_ERROR(BoundArgs::Bind("last", arguments, {}, 0).status());
  if (input.is_sequence(SequenceType::kIterator)) {
    return absl::InvalidArgumentError("'generator' object is not reversible");
  }
  if (input.is_string() && !input.string().empty()) return Item(input, Value::Int(-1));
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  if (items.empty()) return Value::UndefinedNamed("No last item, sequence was empty.");
  return items.back();
}

absl::StatusOr<Value> LengthFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_RETURN_IF_ERROR(BoundArgs::Bind("length", arguments, {}, 0).status());
  FERRO_ASSIGN_OR_RETURN(const int64_t length, Length(input));
  return Value::Int(length);
}

absl::StatusOr<Value> ListFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  FERRO_RETURN_IF_ERROR(BoundArgs::Bind("list", arguments, {}, 0).status());
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  return Value::List(std::move(items));
}

absl::StatusOr<Value> ItemsFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  FERRO_RETURN_IF_ERROR(BoundArgs::Bind("items", arguments, {}, 0).status());
  if (input.is_undefined()) return Value::Iterator({});
  if (!input.is_mapping()) return absl::InvalidArgumentError("Can only get item pairs from a mapping.");
  FERRO_RETURN_IF_ERROR(runtime.budget().Build(2 * input.weight()));
  Items pairs;
  for (const auto& [key, value] : input.mapping().entries()) pairs.push_back(Value::Tuple({key, value}));
  return Value::Iterator(std::move(pairs));
}

absl::StatusOr<Value> ReverseFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  FERRO_RETURN_IF_ERROR(BoundArgs::Bind("reverse", arguments, {}, 0).status());
  if (input.is_string()) return Slice(input, Value::None(), Value::None(), Value::Int(-1));
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  std::reverse(items.begin(), items.end());
  return input.is_sequence(SequenceType::kIterator) ? Value::List(std::move(items)) : Value::Iterator(std::move(items));
}

absl::StatusOr<Value> JoinFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("join", arguments, {"d", "attribute"}, 0));
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  if (args.Has(1) && !args[1].is_none()) {
    for (Value& item : items) {
      FERRO_ASSIGN_OR_RETURN(item, AttributePath(item, args[1], nullptr));
    }
  }
  FERRO_ASSIGN_OR_RETURN(const std::string separator, args.Text(0, ""));
  FERRO_ASSIGN_OR_RETURN(std::string text, JoinText(items, separator));
  return Value::String(std::move(text));
}

// Jinja's map and select give nothing for any false input, even one that cannot be walked.
absl::StatusOr<Value> MapFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  if (!Truth(input)) return Value::Iterator({});
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  if (arguments.positional.empty()) {
    FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("map", arguments, {"attribute", "default"}, 1));
    // Python's None means that no default was given.
    const Value* otherwise = args.Has(1) && !args[1].is_none() ? &args[1] : nullptr;
    for (Value& item : items) {
      FERRO_ASSIGN_OR_RETURN(item, AttributePath(item, args[0], otherwise));
    }
    return Value::Iterator(std::move(items));
  }
  FERRO_ASSIGN_OR_RETURN(const std::string name, Str(arguments.positional[0]));
  const Filter filter = FindFilter(name);
  if (filter == nullptr) return absl::UnimplementedError(absl::StrCat("the filter '", name, "' is not supported"));
  CallArgs rest = arguments;
  rest.positional.erase(rest.positional.begin());
  for (Value& item : items) {
    FERRO_RETURN_IF_ERROR(runtime.budget().Step());
    FERRO_ASSIGN_OR_RETURN(item, filter(runtime, item, rest));
    FERRO_RETURN_IF_ERROR(runtime.budget().Build(item.weight()));
  }
  return Value::Iterator(std::move(items));
}

namespace {

// select, reject, selectattr, rejectattr: keeps items whose value (or attribute) passes a test, or is true without one.
absl::StatusOr<Value> SelectItems(Runtime& runtime, const Value& input, const CallArgs& arguments, bool by_attribute,
                                  bool keep_passing) {
  if (!Truth(input)) return Value::Iterator({});
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  CallArgs rest = arguments;
  Value attribute;
  if (by_attribute) {
    if (rest.positional.empty()) return absl::InvalidArgumentError("Missing parameter for attribute name");
    attribute = rest.positional[0];
    rest.positional.erase(rest.positional.begin());
  }
  Predicate predicate = nullptr;
  if (!rest.positional.empty()) {
    FERRO_ASSIGN_OR_RETURN(const std::string name, Str(rest.positional[0]));
    predicate = FindPredicate(name);
    if (predicate == nullptr) return absl::UnimplementedError(absl::StrCat("the test '", name, "' is not supported"));
    rest.positional.erase(rest.positional.begin());
  }
  Items kept;
  for (Value& item : items) {
    FERRO_RETURN_IF_ERROR(runtime.budget().Step());
    Value subject = item;
    if (by_attribute) {
      FERRO_ASSIGN_OR_RETURN(subject, AttributePath(item, attribute, nullptr));
    }
    bool passes = Truth(subject);
    if (predicate != nullptr) {
      FERRO_RETURN_IF_ERROR(runtime.budget().Read(subject.total_weight() + TotalWeight(rest)));
      FERRO_ASSIGN_OR_RETURN(passes, predicate(runtime, subject, rest));
    }
    if (passes == keep_passing) kept.push_back(std::move(item));
  }
  return Value::Iterator(std::move(kept));
}

}  // namespace

absl::StatusOr<Value> SelectFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  return SelectItems(runtime, input, arguments, /*by_attribute=*/false, /*keep_passing=*/true);
}
absl::StatusOr<Value> RejectFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  return SelectItems(runtime, input, arguments, /*by_attribute=*/false, /*keep_passing=*/false);
}
absl::StatusOr<Value> SelectAttrFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  return SelectItems(runtime, input, arguments, /*by_attribute=*/true, /*keep_passing=*/true);
}
absl::StatusOr<Value> RejectAttrFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  return SelectItems(runtime, input, arguments, /*by_attribute=*/true, /*keep_passing=*/false);
}

}  // namespace ferro::jinja
