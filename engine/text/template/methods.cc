#include "engine/text/template/methods.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/operators.h"
#include "engine/text/template/text_functions.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

absl::Status NotText(absl::string_view method, const Value& value) {
  return absl::InvalidArgumentError(absl::StrCat(method, ": expected text, found ", value.TypeName()));
}

Value TextList(std::vector<std::string> parts) {
  Items items;
  for (std::string& part : parts) items.push_back(Value::String(std::move(part)));
  return Value::List(std::move(items));
}

using TextMethod = absl::StatusOr<Value> (*)(absl::string_view name, const std::string& self,
                                             const CallArgs& arguments);

template <std::string (*kConvert)(absl::string_view)>
absl::StatusOr<Value> Convert(absl::string_view name, const std::string& self, const CallArgs& arguments) {
  FERRO_RETURN_IF_ERROR(BoundArgs::Bind(name, arguments, {}, 0).status());
  return Value::String(kConvert(self));
}

absl::StatusOr<Value> StripMethod(absl::string_view name, const std::string& self, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind(name, arguments, {"chars"}, 0));
  const bool by_set = args.Has(0) && !args[0].is_none();
  if (by_set && !args[0].is_string()) return NotText(name, args[0]);
  absl::string_view text = self;
  if (name != "rstrip") text = by_set ? StripLeft(text, args[0].string()) : StripLeft(text);
  if (name != "lstrip") text = by_set ? StripRight(text, args[0].string()) : StripRight(text);
  return Value::String(std::string(text));
}

absl::StatusOr<Value> SplitMethod(absl::string_view name, const std::string& self, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind(name, arguments, {"sep", "maxsplit"}, 0));
  FERRO_ASSIGN_OR_RETURN(const int64_t limit, args.Int(1, -1));
  const std::string* separator = nullptr;
  if (args.Has(0) && !args[0].is_none()) {
    if (!args[0].is_string()) return NotText(name, args[0]);
    separator = &args[0].string();
    if (separator->empty()) return absl::InvalidArgumentError("empty separator");
  }
  return TextList(name == "split" ? Split(self, separator, limit) : SplitFromRight(self, separator, limit));
}

absl::StatusOr<Value> SplitLinesMethod(absl::string_view name, const std::string& self, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind(name, arguments, {"keepends"}, 0));
  return TextList(SplitLines(self, args.Flag(0, false)));
}

absl::StatusOr<Value> AffixMethod(absl::string_view name, const std::string& self, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind(name, arguments, {"affix"}, 1));
  const bool at_start = name == "startswith";
  const Items one = {args[0]};
  const Items& affixes = args[0].is_sequence(SequenceType::kTuple) ? args[0].sequence().items : one;
  for (const Value& affix : affixes) {
    if (!affix.is_string()) return NotText(name, affix);
    if (at_start ? absl::StartsWith(self, affix.string()) : absl::EndsWith(self, affix.string())) {
      return Value::Bool(true);
    }
  }
  return Value::Bool(false);
}

absl::StatusOr<Value> RemoveAffixMethod(absl::string_view name, const std::string& self, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind(name, arguments, {"affix"}, 1));
  if (!args[0].is_string()) return NotText(name, args[0]);
  absl::string_view text = self;
  if (name == "removeprefix" && absl::StartsWith(text, args[0].string())) text.remove_prefix(args[0].string().size());
  if (name == "removesuffix" && absl::EndsWith(text, args[0].string())) text.remove_suffix(args[0].string().size());
  return Value::String(std::string(text));
}

absl::StatusOr<Value> ReplaceMethod(absl::string_view name, const std::string& self, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind(name, arguments, {"old", "new", "count"}, 2));
  if (!args[0].is_string()) return NotText(name, args[0]);
  if (!args[1].is_string()) return NotText(name, args[1]);
  FERRO_ASSIGN_OR_RETURN(const int64_t count, args.Int(2, -1));
  FERRO_ASSIGN_OR_RETURN(std::string out, Replace(self, args[0].string(), args[1].string(), count));
  return Value::String(std::move(out));
}

// find, rfind, index, rindex, count: positions are in characters.
absl::StatusOr<Value> SearchMethod(absl::string_view name, const std::string& self, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind(name, arguments, {"sub"}, 1));
  if (!args[0].is_string()) return NotText(name, args[0]);
  const std::string& wanted = args[0].string();
  if (name == "count") {
    if (wanted.empty()) return Value::Int(static_cast<int64_t>(CodePointCount(self)) + 1);
    int64_t n = 0;
    for (size_t at = self.find(wanted); at != std::string::npos; at = self.find(wanted, at + wanted.size())) ++n;
    return Value::Int(n);
  }
  const bool from_right = name == "rfind" || name == "rindex";
  const size_t at = from_right ? self.rfind(wanted) : self.find(wanted);
  if (at != std::string::npos) {
    return Value::Int(static_cast<int64_t>(CodePointCount(absl::string_view(self).substr(0, at))));
  }
  if (absl::EndsWith(name, "index")) return absl::InvalidArgumentError("substring not found");
  return Value::Int(-1);
}

absl::StatusOr<Value> JoinMethod(absl::string_view name, const std::string& self, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind(name, arguments, {"iterable"}, 1));
  FERRO_ASSIGN_OR_RETURN(const Items items, Iterate(args[0]));
  for (const Value& item : items) {
    if (!item.is_string()) return NotText(name, item);
  }
  FERRO_ASSIGN_OR_RETURN(std::string text, JoinText(items, self));
  return Value::String(std::move(text));
}

absl::StatusOr<Value> CallTextMethod(const std::string& self, absl::string_view name, const CallArgs& arguments) {
  static constexpr struct {
    absl::string_view name;
    TextMethod method;
  } kMethods[] = {
      {"capitalize", Convert<Capitalize>},
      {"count", SearchMethod},
      {"endswith", AffixMethod},
      {"find", SearchMethod},
      {"index", SearchMethod},
      {"join", JoinMethod},
      {"lower", Convert<ToLower>},
      {"lstrip", StripMethod},
      {"removeprefix", RemoveAffixMethod},
      {"removesuffix", RemoveAffixMethod},
      {"replace", ReplaceMethod},
      {"rfind", SearchMethod},
      {"rindex", SearchMethod},
      {"rsplit", SplitMethod},
      {"rstrip", StripMethod},
      {"split", SplitMethod},
      {"splitlines", SplitLinesMethod},
      {"startswith", AffixMethod},
      {"strip", StripMethod},
      {"title", Convert<ToTitle>},
      {"upper", Convert<ToUpper>},
  };
  for (const auto& [known, method] : kMethods) {
    if (known == name) return method(name, self, arguments);
  }
  return absl::UnimplementedError(absl::StrCat("the method str.", name, " is not supported"));
}

absl::StatusOr<Value> CallMappingMethod(Runtime& runtime, const Value& self, absl::string_view name,
                                        const CallArgs& arguments) {
  const Mapping& mapping = self.mapping();
  if (name == "get") {
    FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("get", arguments, {"key", "default"}, 1));
    if (args[0].is_mapping() || args[0].is_sequence(SequenceType::kList)) {
      return absl::InvalidArgumentError(absl::StrCat("unhashable type: '", args[0].TypeName(), "'"));
    }
    if (const Value* found = mapping.Find(args[0])) return *found;
    return args.Has(1) ? args[1] : Value::None();
  }
  FERRO_RETURN_IF_ERROR(BoundArgs::Bind(name, arguments, {}, 0).status());
  FERRO_RETURN_IF_ERROR(runtime.budget().Build(2 * self.weight()));
  if (name == "copy") return self;
  Items items;
  for (const auto& [key, value] : mapping.entries()) {
    items.push_back(name == "keys" ? key : name == "values" ? value : Value::Tuple({key, value}));
  }
  if (name == "keys") return Value::List(std::move(items), SequenceType::kDictKeys);
  if (name == "values") return Value::List(std::move(items), SequenceType::kDictValues);
  if (name == "items") return Value::List(std::move(items), SequenceType::kDictItems);
  return absl::UnimplementedError(absl::StrCat("the method dict.", name, " is not supported"));
}

absl::StatusOr<Value> CallListMethod(const Value& self, absl::string_view name, const CallArgs& arguments) {
  if (name == "copy") return self;
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind(name, arguments, {"value"}, 1));
  const Items& items = self.sequence().items;
  const auto is_wanted = [&](const Value& item) { return Equals(item, args[0]); };
  if (name == "count") return Value::Int(std::count_if(items.begin(), items.end(), is_wanted));
  if (name == "index") {
    const auto it = std::find_if(items.begin(), items.end(), is_wanted);
    if (it == items.end()) return absl::InvalidArgumentError("the value is not in the list");
    return Value::Int(it - items.begin());
  }
  return absl::UnimplementedError(absl::StrCat("the method list.", name, " is not supported"));
}

}  // namespace

absl::StatusOr<Value> CallMethod(Runtime& runtime, const Value& self, absl::string_view name,
                                 const CallArgs& arguments) {
  if (self.is_string()) return CallTextMethod(self.string(), name, arguments);
  if (self.is_mapping()) return CallMappingMethod(runtime, self, name, arguments);
  if (self.is_sequence()) return CallListMethod(self, name, arguments);
  if (self.is_loop() && name == "cycle") {
    if (arguments.positional.empty()) return absl::InvalidArgumentError("no items for cycling given");
    return arguments.positional[self.loop().index % arguments.positional.size()];
  }
  return absl::UnimplementedError(absl::StrCat("the method ", self.TypeName(), ".", name, " is not supported"));
}

}  // namespace ferro::jinja
