// Filters on collections that compare and add.
#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "engine/text/template/filters_internal.h"
#include "engine/text/template/operators.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

struct Keyed {
  Value key, item;
};

Value IgnoringCase(const Value& key, bool case_sensitive) {
  return key.is_string() && !case_sensitive ? Value::String(ToLower(key.string())) : key;
}

// Each item with what it is compared by: itself or its attribute (several separated by commas: a tuple).
absl::StatusOr<std::vector<Keyed>> WithKeys(Items items, const Value& attribute, bool case_sensitive) {
  std::vector<Keyed> keyed;
  for (Value& item : items) {
    Value key = item;
    if (attribute.is_string() && attribute.string().find(',') != std::string::npos) {
      Items parts;
      for (const absl::string_view path : absl::StrSplit(attribute.string(), ',')) {
        FERRO_ASSIGN_OR_RETURN(const Value part, AttributePath(item, Value::String(std::string(path)), nullptr));
        parts.push_back(IgnoringCase(part, case_sensitive));
      }
      key = Value::Tuple(std::move(parts));
    } else if (!attribute.is_undefined() && !attribute.is_none()) {
      FERRO_ASSIGN_OR_RETURN(key, AttributePath(item, attribute, nullptr));
    }
    keyed.push_back({IgnoringCase(key, case_sensitive), std::move(item)});
  }
  return keyed;
}

// Stable; a reversed sort keeps equal items in their order, too.
absl::Status SortByKey(Runtime& runtime, std::vector<Keyed>* keyed, bool reverse) {
  absl::Status status;
  std::stable_sort(keyed->begin(), keyed->end(), [&](const Keyed& a, const Keyed& b) {
    if (!status.ok()) return false;
    status = runtime.budget().Read(a.key.total_weight() + b.key.total_weight() + sizeof(Value));
    if (!status.ok()) return false;
    const absl::StatusOr<int> order = Order(a.key, b.key);
    if (!order.ok()) status = order.status();
    return order.ok() && (reverse ? *order > 0 : *order < 0);
  });
  return status;
}

absl::StatusOr<Value> Extreme(Runtime& runtime, absl::string_view name, const Value& input, const CallArgs& arguments,
                              int wanted) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind(name, arguments, {"case_sensitive", "attribute"}, 0));
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  if (items.empty()) return Value::UndefinedNamed("No aggregated item, sequence was empty.");
  FERRO_ASSIGN_OR_RETURN(const std::vector<Keyed> keyed, WithKeys(std::move(items), args[1], args.Flag(0, false)));
  const Keyed* best = &keyed[0];
  for (size_t i = 1; i < keyed.size(); ++i) {
    FERRO_RETURN_IF_ERROR(runtime.budget().Read(keyed[i].key.total_weight() + best->key.total_weight()));
    FERRO_ASSIGN_OR_RETURN(const int order, Order(keyed[i].key, best->key));
    if (order == wanted) best = &keyed[i];
  }
  return best->item;
}

}  // namespace

absl::StatusOr<Value> SortFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args,
                         BoundArgs::Bind("sort", arguments, {"reverse", "case_sensitive", "attribute"}, 0));
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  FERRO_ASSIGN_OR_RETURN(std::vector<Keyed> keyed, WithKeys(std::move(items), args[2], args.Flag(1, false)));
  FERRO_RETURN_IF_ERROR(SortByKey(runtime, &keyed, args.Flag(0, false)));
  Items sorted;
  for (Keyed& entry : keyed) sorted.push_back(std::move(entry.item));
  return Value::List(std::move(sorted));
}

absl::StatusOr<Value> DictSortFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args,
                         BoundArgs::Bind("dictsort", arguments, {"case_sensitive", "by", "reverse"}, 0));
  FERRO_ASSIGN_OR_RETURN(const std::string by, args.Text(1, "key"));
  if (by != "key" && by != "value")
    return absl::InvalidArgumentError("You can only sort by either \"key\" or \"value\"");
  if (!input.is_mapping()) {
    return absl::InvalidArgumentError(absl::StrCat("dictsort: expected a mapping, found ", input.TypeName()));
  }
  FERRO_RETURN_IF_ERROR(runtime.budget().Build(2 * input.weight()));
  std::vector<Keyed> keyed;
  for (const auto& [key, value] : input.mapping().entries()) {
    keyed.push_back({IgnoringCase(by == "key" ? key : value, args.Flag(0, false)), Value::Tuple({key, value})});
  }
  FERRO_RETURN_IF_ERROR(SortByKey(runtime, &keyed, args.Flag(2, false)));
  Items sorted;
  for (Keyed& entry : keyed) sorted.push_back(std::move(entry.item));
  return Value::List(std::move(sorted));
}

absl::StatusOr<Value> UniqueFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args,
                         BoundArgs::Bind("unique", arguments, {"case_sensitive", "attribute"}, 0));
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  FERRO_ASSIGN_OR_RETURN(std::vector<Keyed> keyed, WithKeys(std::move(items), args[1], args.Flag(0, false)));
  Mapping seen;
  Items unique;
  for (Keyed& entry : keyed) {
    FERRO_RETURN_IF_ERROR(runtime.budget().Read(entry.key.is_string() ? entry.key.weight() : seen.total_weight()));
    if (entry.key.is_mapping() || entry.key.is_sequence(SequenceType::kList)) {
      return absl::InvalidArgumentError(absl::StrCat("unhashable type: '", entry.key.TypeName(), "'"));
    }
    if (seen.Find(entry.key) != nullptr) continue;
    seen.Set(entry.key, Value::None());
    unique.push_back(std::move(entry.item));
  }
  return Value::Iterator(std::move(unique));
}

absl::StatusOr<Value> MinFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  return Extreme(runtime, "min", input, arguments, -1);
}
absl::StatusOr<Value> MaxFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  return Extreme(runtime, "max", input, arguments, 1);
}

absl::StatusOr<Value> SumFilter(Runtime& runtime, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("sum", arguments, {"attribute", "start"}, 0));
  FERRO_ASSIGN_OR_RETURN(Items items, TakeItems(runtime, input));
  Value total = args.Has(1) ? args[1] : Value::Int(0);
  if (total.is_string()) return absl::InvalidArgumentError("sum() can't sum strings");
  for (Value item : items) {
    if (args.Has(0) && !args[0].is_none()) {
      FERRO_ASSIGN_OR_RETURN(item, AttributePath(item, args[0], nullptr));
    }
    FERRO_RETURN_IF_ERROR(runtime.budget().Build(total.weight() + item.weight()));
    FERRO_ASSIGN_OR_RETURN(total, Binary(BinaryOp::kAdd, total, item));
  }
  return total;
}

}  // namespace ferro::jinja
