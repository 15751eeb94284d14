// The arithmetic half of operators.h.
#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/limits.h"
#include "engine/text/template/operators.h"

namespace ferro::jinja {
namespace {

absl::string_view Symbol(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd:
      return "+";
    case BinaryOp::kSubtract:
      return "-";
    case BinaryOp::kMultiply:
      return "*";
    case BinaryOp::kDivide:
      return "/";
    case BinaryOp::kFloorDivide:
      return "//";
    case BinaryOp::kModulo:
      return "%";
    case BinaryOp::kPower:
      return "**";
  }
  return "?";
}

absl::Status OutOfRange() { return absl::InvalidArgumentError("integer arithmetic beyond 64 bits"); }
absl::Status DivisionByZero() { return absl::InvalidArgumentError("division by zero"); }

absl::StatusOr<Value> Power(int64_t base, int64_t exponent) {
  if (exponent < 0) {
    if (base == 0) return DivisionByZero();
    return Value::Float(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
  }
  int64_t result = 1;
  while (exponent > 0) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) return OutOfRange();
    exponent >>= 1;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) return OutOfRange();
  }
  return Value::Int(result);
}

absl::StatusOr<Value> OnIntegers(BinaryOp op, int64_t a, int64_t b) {
  int64_t result = 0;
  switch (op) {
    case BinaryOp::kAdd:
      if (__builtin_add_overflow(a, b, &result)) return OutOfRange();
      return Value::Int(result);
    case BinaryOp::kSubtract:
      if (__builtin_sub_overflow(a, b, &result)) return OutOfRange();
      return Value::Int(result);
    case BinaryOp::kMultiply:
      if (__builtin_mul_overflow(a, b, &result)) return OutOfRange();
      return Value::Int(result);
    case BinaryOp::kDivide:
      if (b == 0) return DivisionByZero();
      return Value::Float(static_cast<double>(a) / static_cast<double>(b));
    case BinaryOp::kFloorDivide:
    case BinaryOp::kModulo: {
      if (b == 0) return DivisionByZero();
      if (b == -1) return op == BinaryOp::kModulo ? Value::Int(0) : OnIntegers(BinaryOp::kSubtract, 0, a);
      const bool round_down = a % b != 0 && (a < 0) != (b < 0);
      return op == BinaryOp::kModulo ? Value::Int(a % b + (round_down ? b : 0)) : Value::Int(a / b - round_down);
    }
    case BinaryOp::kPower:
      return Power(a, b);
  }
  return absl::InternalError("unknown operator");
}

absl::StatusOr<Value> OnFloats(BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::kAdd:
      return Value::Float(a + b);
    case BinaryOp::kSubtract:
      return Value::Float(a - b);
    case BinaryOp::kMultiply:
      return Value::Float(a * b);
    case BinaryOp::kDivide:
      if (b == 0) return DivisionByZero();
      return Value::Float(a / b);
    case BinaryOp::kFloorDivide:
    case BinaryOp::kModulo: {
      if (b == 0) return DivisionByZero();
      double rest = std::fmod(a, b);
      double quotient = (a - rest) / b;
      if (rest != 0 && (b < 0) != (rest < 0)) {
        rest += b;
        quotient -= 1;
      } else if (rest == 0) {
        rest = std::copysign(0.0, b);
      }
      if (op == BinaryOp::kModulo) return Value::Float(rest);
      if (quotient == 0) return Value::Float(std::copysign(0.0, a / b));
      const double floor = std::floor(quotient);
      return Value::Float(quotient - floor > 0.5 ? floor + 1 : floor);
    }
    case BinaryOp::kPower:
      if (a == 0 && b < 0) return DivisionByZero();
      if (a < 0 && b != std::floor(b)) return absl::InvalidArgumentError("complex numbers are not supported");
      return Value::Float(std::pow(a, b));
  }
  return absl::InternalError("unknown operator");
}

// `count` copies of a text or a list; none for a negative count.
absl::StatusOr<Value> Repeat(const Value& value, int64_t count) {
  const size_t times = count > 0 ? static_cast<size_t>(count) : 0;
  if (value.weight() > 0 && times > kMaxTextBytes / value.weight()) return Budget::TooLarge();
  if (value.is_string()) {
    std::string out;
    out.reserve(value.string().size() * times);
    for (size_t i = 0; i < times && !value.string().empty(); ++i) out += value.string();
    return Value::String(std::move(out));
  }
  Items items;
  const Items& unit = value.sequence().items;
  for (size_t i = 0; i < times && !unit.empty(); ++i) items.insert(items.end(), unit.begin(), unit.end());
  return Value::List(std::move(items), value.sequence().type);
}

bool IsList(const Value& v) { return v.is_sequence(SequenceType::kList) || v.is_sequence(SequenceType::kTuple); }
bool IsRepeatable(const Value& v) { return v.is_string() || IsList(v); }

}  // namespace

absl::StatusOr<Value> Binary(BinaryOp op, const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    if (a.is_float() || b.is_float()) return OnFloats(op, AsDouble(a), AsDouble(b));
    if (a.is_big_int() || b.is_big_int()) return OutOfRange();
    return OnIntegers(op, a.index(), b.index());
  }
  if (op == BinaryOp::kAdd && a.is_string() && b.is_string()) return Value::String(a.string() + b.string());
  if (op == BinaryOp::kAdd && IsList(a) && IsList(b) && a.sequence().type == b.sequence().type) {
    Items items = a.sequence().items;
    items.insert(items.end(), b.sequence().items.begin(), b.sequence().items.end());
    return Value::List(std::move(items), a.sequence().type);
  }
  if (op == BinaryOp::kMultiply && IsRepeatable(a) && b.is_index()) return Repeat(a, b.index());
  if (op == BinaryOp::kMultiply && IsRepeatable(b) && a.is_index()) return Repeat(b, a.index());
  if (op == BinaryOp::kModulo && a.is_string()) {
    return absl::UnimplementedError("text formatting with % is not supported");
  }
  for (const Value* v : {&a, &b}) {
    if (v->is_undefined()) return absl::InvalidArgumentError(v->UndefinedText());
  }
  return absl::InvalidArgumentError(
      absl::StrCat("unsupported operand type(s) for ", Symbol(op), ": '", a.TypeName(), "' and '", b.TypeName(), "'"));
}

absl::StatusOr<Value> Negate(const Value& value) {
  if (value.is_float()) return Value::Float(-value.float_value());
  if (value.is_index()) return OnIntegers(BinaryOp::kSubtract, 0, value.index());
  if (value.is_big_int()) {
    const std::string& digits = value.digits();
    return Value::IntFromDigits(digits[0] == '-' ? digits.substr(1) : absl::StrCat("-", digits));
  }
  if (value.is_undefined()) return absl::InvalidArgumentError(value.UndefinedText());
  return absl::InvalidArgumentError(absl::StrCat("bad operand type for unary -: '", value.TypeName(), "'"));
}

absl::StatusOr<Value> Positive(const Value& value) {
  if (value.is_bool()) return Value::Int(value.index());
  if (value.is_number()) return value;
  if (value.is_undefined()) return absl::InvalidArgumentError(value.UndefinedText());
  return absl::InvalidArgumentError(absl::StrCat("bad operand type for unary +: '", value.TypeName(), "'"));
}

}  // namespace ferro::jinja
