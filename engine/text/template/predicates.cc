#include "engine/text/template/predicates.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/filters.h"
#include "engine/text/template/operators.h"
#include "engine/text/template/python_text.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

template <bool (*kHolds)(const Value&)>
absl::StatusOr<bool> Simple(Runtime&, const Value& input, const CallArgs& arguments) {
  if (!arguments.empty()) return absl::InvalidArgumentError("this test takes no arguments");
  return kHolds(input);
}

bool Defined(const Value& v) { return !v.is_undefined(); }
bool IsUndefined(const Value& v) { return v.is_undefined(); }
bool IsNone(const Value& v) { return v.is_none(); }
bool Boolean(const Value& v) { return v.is_bool(); }
bool True(const Value& v) { return v.is_bool() && v.bool_value(); }
bool False(const Value& v) { return v.is_bool() && !v.bool_value(); }
bool Integer(const Value& v) { return v.is_int() || v.is_big_int(); }
bool IsFloat(const Value& v) { return v.is_float(); }
bool Number(const Value& v) { return v.is_number(); }
bool IsString(const Value& v) { return v.is_string(); }
bool IsMapping(const Value& v) { return v.is_mapping(); }
// Python asks for a length and for items by index; an undefined value pretends to have both.
bool IsSequence(const Value& v) {
  return v.is_undefined() || v.is_string() || v.is_mapping() || v.is_sequence(SequenceType::kList) ||
         v.is_sequence(SequenceType::kTuple) || v.is_sequence(SequenceType::kRange);
}
bool IsCallable(const Value& v) { return v.is_callable() || v.is_undefined(); }

template <CompareOp kOp>
absl::StatusOr<bool> Comparison(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("comparison", arguments, {"other"}, 1));
  return Compare(kOp, input, args[0]);
}

absl::StatusOr<bool> SameAs(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("sameas", arguments, {"other"}, 1));
  return input.SameAs(args[0]);
}

absl::StatusOr<bool> DivisibleBy(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("divisibleby", arguments, {"num"}, 1));
  FERRO_ASSIGN_OR_RETURN(const Value rest, Binary(BinaryOp::kModulo, input, args[0]));
  return Equals(rest, Value::Int(0));
}

template <int kRemainder>
absl::StatusOr<bool> Parity(Runtime&, const Value& input, const CallArgs& arguments) {
  if (!arguments.empty()) return absl::InvalidArgumentError("this test takes no arguments");
  FERRO_ASSIGN_OR_RETURN(const Value rest, Binary(BinaryOp::kModulo, input, Value::Int(2)));
  return Equals(rest, Value::Int(kRemainder));
}

// str.islower / str.isupper of the printed value: some letter with a case, and none of the other case.
template <bool kUpper>
absl::StatusOr<bool> AllOfCase(Runtime&, const Value& input, const CallArgs& arguments) {
  if (!arguments.empty()) return absl::InvalidArgumentError("this test takes no arguments");
  FERRO_ASSIGN_OR_RETURN(const std::string text, Str(input));
  bool any = false;
  for (size_t at = 0; at < text.size();) {
    const char32_t c = NextCodePoint(text, &at);
    if (!IsCased(c)) continue;
    if (IsUppercase(c) != kUpper) return false;
    any = true;
  }
  return any;
}

template <bool kFilter>
absl::StatusOr<bool> Exists(Runtime&, const Value& input, const CallArgs& arguments) {
  if (!arguments.empty()) return absl::InvalidArgumentError("this test takes no arguments");
  if (!input.is_string()) return false;
  return kFilter ? FindFilter(input.string()) != nullptr : FindPredicate(input.string()) != nullptr;
}

}  // namespace

Predicate FindPredicate(absl::string_view name) {
  static constexpr struct {
    absl::string_view name;
    Predicate predicate;
  } kPredicates[] = {
      {"!=", Comparison<CompareOp::kNotEqual>},
      {"<", Comparison<CompareOp::kLess>},
      {"<=", Comparison<CompareOp::kLessEqual>},
      {"==", Comparison<CompareOp::kEqual>},
      {">", Comparison<CompareOp::kGreater>},
      {">=", Comparison<CompareOp::kGreaterEqual>},
      {"boolean", Simple<Boolean>},
      {"callable", Simple<IsCallable>},
      {"defined", Simple<Defined>},
      {"divisibleby", DivisibleBy},
      {"eq", Comparison<CompareOp::kEqual>},
      {"equalto", Comparison<CompareOp::kEqual>},
      {"even", Parity<0>},
      {"false", Simple<False>},
      {"filter", Exists<true>},
      {"float", Simple<IsFloat>},
      {"ge", Comparison<CompareOp::kGreaterEqual>},
      {"greaterthan", Comparison<CompareOp::kGreater>},
      {"gt", Comparison<CompareOp::kGreater>},
      {"in", Comparison<CompareOp::kIn>},
      {"integer", Simple<Integer>},
      {"iterable", Simple<IsIterable>},
      {"le", Comparison<CompareOp::kLessEqual>},
      {"lessthan", Comparison<CompareOp::kLess>},
      {"lower", AllOfCase<false>},
      {"lt", Comparison<CompareOp::kLess>},
      {"mapping", Simple<IsMapping>},
      {"ne", Comparison<CompareOp::kNotEqual>},
      {"none", Simple<IsNone>},
      {"number", Simple<Number>},
      {"odd", Parity<1>},
      {"sameas", SameAs},
      {"sequence", Simple<IsSequence>},
      {"string", Simple<IsString>},
      {"test", Exists<false>},
      {"true", Simple<True>},
      {"undefined", Simple<IsUndefined>},
      {"upper", AllOfCase<true>},
  };
  const auto* found = std::find_if(std::begin(kPredicates), std::end(kPredicates),
                                   [&](const auto& entry) { return entry.name == name; });
  return found == std::end(kPredicates) ? nullptr : found->predicate;
}

}  // namespace ferro::jinja
