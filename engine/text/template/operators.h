// Python's operators on values. Errors are kInvalidArgument and read like Python's.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_OPERATORS_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_OPERATORS_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

enum class BinaryOp { kAdd, kSubtract, kMultiply, kDivide, kFloorDivide, kModulo, kPower };
enum class CompareOp { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual, kIn, kNotIn };

bool Truth(const Value& value);
bool Equals(const Value& a, const Value& b);
// -1, 0 or 1 for values that Python can order: numbers, text, lists of such.
absl::StatusOr<int> Order(const Value& a, const Value& b);
absl::StatusOr<bool> Compare(CompareOp op, const Value& a, const Value& b);
absl::StatusOr<bool> Contains(const Value& container, const Value& item);

// Integers are computed in 64 bits; a result beyond them is an error, never a rounded number.
absl::StatusOr<Value> Binary(BinaryOp op, const Value& a, const Value& b);
absl::StatusOr<Value> Negate(const Value& value);
absl::StatusOr<Value> Positive(const Value& value);

// Python's len().
absl::StatusOr<int64_t> Length(const Value& value);
// The items that a for statement walks: of a sequence, the characters of a text, the keys of a mapping, nothing for
// undefined. Taking them from an iterator exhausts it.
absl::StatusOr<Items> Iterate(const Value& value);
bool IsIterable(const Value& value);
// A number as float64; requires value.is_number().
double AsDouble(const Value& value);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_OPERATORS_H_
