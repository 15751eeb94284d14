// Filters on text and numbers.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "engine/text/template/filters_internal.h"
#include "engine/text/template/operators.h"
#include "engine/text/template/python_text.h"
#include "engine/text/template/text_functions.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

// For filters that only convert the printed input.
absl::StatusOr<Value> Convert(absl::string_view name, const Value& input, const CallArgs& arguments,
                              std::string (*convert)(absl::string_view)) {
  FERRO_RETURN_IF_ERROR(BoundArgs::Bind(name, arguments, {}, 0).status());
  FERRO_ASSIGN_OR_RETURN(const std::string text, Str(input));
  return Value::String(convert(text));
}

// The integer that Python's int(text, 10) reads: spaces around, a sign, single underscores between digits.
bool ParsePythonInt(absl::string_view text, Value* out) {
  text = Strip(text);
  const bool negative = absl::ConsumePrefix(&text, "-");
  if (!negative) absl::ConsumePrefix(&text, "+");
  std::string digits;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool between = i > 0 && i + 1 < text.size() && text[i - 1] != '_' && text[i + 1] != '_';
    if (text[i] == '_' && between) continue;
    if (text[i] < '0' || text[i] > '9') return false;
    if (!(digits.empty() && text[i] == '0' && i + 1 < text.size())) digits.push_back(text[i]);
  }
  if (text.empty()) return false;
  if (digits.empty()) digits.push_back('0');
  *out = Value::IntFromDigits(negative && digits != "0" ? absl::StrCat("-", digits) : digits);
  return true;
}

bool ParsePythonFloat(absl::string_view text, double* out) { return absl::SimpleAtod(Strip(text), out); }

// Python's int() of a finite float: exact, however large.
Value Truncate(double number) {
  char digits[400];  // the largest has 309
  std::snprintf(digits, sizeof(digits), "%.0f", std::trunc(number) + 0.0);
  return Value::IntFromDigits(digits);
}

}  // namespace

absl::StatusOr<Value> AbsFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_RETURN_IF_ERROR(BoundArgs::Bind("abs", arguments, {}, 0).status());
  if (input.is_float()) return Value::Float(std::fabs(input.float_value()));
  if (input.is_number()) {
    FERRO_ASSIGN_OR_RETURN(const int sign, Order(input, Value::Int(0)));
    return sign < 0 ? Negate(input) : Positive(input);
  }
  if (input.is_undefined()) return absl::InvalidArgumentError(input.UndefinedText());
  return absl::InvalidArgumentError(absl::StrCat("bad operand type for abs(): '", input.TypeName(), "'"));
}

absl::StatusOr<Value> CapitalizeFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  return Convert("capitalize", input, arguments, Capitalize);
}
absl::StatusOr<Value> LowerFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  return Convert("lower", input, arguments, ToLower);
}
absl::StatusOr<Value> UpperFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  return Convert("upper", input, arguments, ToUpper);
}
absl::StatusOr<Value> TitleFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  return Convert("title", input, arguments, TitleWords);
}
absl::StatusOr<Value> EscapeFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  return Convert("escape", input, arguments, EscapeHtml);
}
absl::StatusOr<Value> StringFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  return Convert("string", input, arguments, [](absl::string_view text) { return std::string(text); });
}

absl::StatusOr<Value> DefaultFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("default", arguments, {"default_value", "boolean"}, 0));
  if (!input.is_undefined() && (!args.Flag(1, false) || Truth(input))) return input;
  return args.Has(0) ? args[0] : Value::String("");
}

absl::StatusOr<Value> TrimFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("trim", arguments, {"chars"}, 0));
  FERRO_ASSIGN_OR_RETURN(const std::string text, Str(input));
  if (!args.Has(0) || args[0].is_none()) return Value::String(std::string(Strip(text)));
  if (!args[0].is_string()) return absl::InvalidArgumentError("trim: the characters must be text");
  const std::string& set = args[0].string();
  return Value::String(std::string(StripLeft(StripRight(text, set), set)));
}

absl::StatusOr<Value> ReplaceFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("replace", arguments, {"old", "new", "count"}, 2));
  FERRO_ASSIGN_OR_RETURN(const std::string text, Str(input));
  FERRO_ASSIGN_OR_RETURN(const std::string old, Str(args[0]));
  FERRO_ASSIGN_OR_RETURN(const std::string now, Str(args[1]));
  FERRO_ASSIGN_OR_RETURN(const int64_t count, args[2].is_none() ? int64_t{-1} : args.Int(2, -1));
  FERRO_ASSIGN_OR_RETURN(std::string out, Replace(text, old, now, count));
  return Value::String(std::move(out));
}

absl::StatusOr<Value> IndentFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("indent", arguments, {"width", "first", "blank"}, 0));
  if (!input.is_string()) {
    return absl::InvalidArgumentError(absl::StrCat("indent: expected text, found ", input.TypeName()));
  }
  const std::string& text = input.string();
  std::string width;
  if (args.Has(0) && args[0].is_string()) {
    width = args[0].string();
  } else {
    FERRO_ASSIGN_OR_RETURN(const int64_t blanks, args.Int(0, 4));
    if (blanks > static_cast<int64_t>(kMaxTextBytes)) return Budget::TooLarge();
    width.assign(static_cast<size_t>(std::max<int64_t>(blanks, 0)), ' ');
  }
  FERRO_ASSIGN_OR_RETURN(std::string out, Indent(text, width, args.Flag(1, false), args.Flag(2, false)));
  return Value::String(std::move(out));
}

absl::StatusOr<Value> ToJsonFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(
      const BoundArgs args,
      BoundArgs::Bind("tojson", arguments, {"ensure_ascii", "indent", "separators", "sort_keys"}, 0));
  JsonStyle style;
  style.ensure_ascii = args.Flag(0, false);
  style.sort_keys = args.Flag(3, false);
  if (args.Has(1) && !args[1].is_none()) {
    style.item_separator.assign(1, ',');
    if (args[1].is_string()) {
      style.indent = args[1].string();
    } else {
      FERRO_ASSIGN_OR_RETURN(const int64_t blanks, args.Int(1, 0));
      if (blanks > static_cast<int64_t>(kMaxTextBytes)) return Budget::TooLarge();
      style.indent = std::string(static_cast<size_t>(std::max<int64_t>(blanks, 0)), ' ');
    }
  }
  if (args.Has(2) && !args[2].is_none()) {
    FERRO_ASSIGN_OR_RETURN(const Items separators, Iterate(args[2]));
    if (separators.size() != 2 || !separators[0].is_string() || !separators[1].is_string()) {
      return absl::InvalidArgumentError("tojson: separators must be two texts");
    }
    style.item_separator = separators[0].string();
    style.key_separator = separators[1].string();
  }
  FERRO_ASSIGN_OR_RETURN(std::string json, ToJson(input, style));
  return Value::String(std::move(json));
}

absl::StatusOr<Value> IntFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("int", arguments, {"default", "base"}, 0));
  FERRO_ASSIGN_OR_RETURN(const int64_t base, args.Int(1, 10));
  if (base != 10) return absl::UnimplementedError("int: only base 10 is supported");
  const Value fallback = args.Has(0) ? args[0] : Value::Int(0);
  if (input.is_float()) return std::isfinite(input.float_value()) ? Truncate(input.float_value()) : fallback;
  if (input.is_number()) return Positive(input);
  if (input.is_undefined()) return absl::InvalidArgumentError(input.UndefinedText());
  if (!input.is_string()) return fallback;
  Value parsed;
  if (ParsePythonInt(input.string(), &parsed)) return parsed;
  double number = 0;
  if (ParsePythonFloat(input.string(), &number) && std::isfinite(number)) return Truncate(number);
  return fallback;
}

absl::StatusOr<Value> FloatFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("float", arguments, {"default"}, 0));
  if (input.is_number()) return Value::Float(AsDouble(input));
  if (input.is_undefined()) return absl::InvalidArgumentError(input.UndefinedText());
  double number = 0;
  if (input.is_string() && ParsePythonFloat(input.string(), &number)) return Value::Float(number);
  return args.Has(0) ? args[0] : Value::Float(0);
}

absl::StatusOr<Value> RoundFilter(Runtime&, const Value& input, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("round", arguments, {"precision", "method"}, 0));
  FERRO_ASSIGN_OR_RETURN(const int64_t precision, args.Int(0, 0));
  FERRO_ASSIGN_OR_RETURN(const std::string method, args.Text(1, "common"));
  if (method != "common" && method != "ceil" && method != "floor") {
    return absl::InvalidArgumentError("round: the method must be common, ceil or floor");
  }
  if (!input.is_number()) {
    return absl::InvalidArgumentError(absl::StrCat("round: expected a number, found ", input.TypeName()));
  }
  const double number = AsDouble(input);
  if (!std::isfinite(number)) return Value::Float(number);
  if (method == "common") {
    if (!input.is_float()) {
      if (precision >= 0) return Positive(input);
      return absl::UnimplementedError("round: integers to a negative precision are not supported");
    }
    if (precision < 0 || precision > 300) return absl::UnimplementedError("round: precision must be 0 to 300");
    // Correctly rounded from the exact binary value, like Python's round().
    char buffer[700];
    std::snprintf(buffer, sizeof(buffer), "%.*f", static_cast<int>(precision), number);
    return Value::Float(std::strtod(buffer, nullptr));
  }
  const double scale = std::pow(10.0, static_cast<double>(precision));
  const double scaled = number * scale;
  const double whole = method == "ceil" ? std::ceil(scaled) : std::floor(scaled);
  return Value::Float((whole + 0.0) / scale);  // Python rounds to an integer here, which has no -0
}

}  // namespace ferro::jinja
