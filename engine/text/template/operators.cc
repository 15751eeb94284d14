#include "engine/text/template/operators.h"

#include <algorithm>
#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/limits.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

absl::Status TypeError(absl::string_view what) { return absl::InvalidArgumentError(what); }

int Sign(int64_t x) { return (x > 0) - (x < 0); }

// Integers of any length, by sign, number of digits, digits.
int OrderIntegers(const Value& a, const Value& b) {
  if (a.is_index() && b.is_index()) return (a.index() > b.index()) - (a.index() < b.index());
  const auto text = [](const Value& v) { return v.is_big_int() ? v.digits() : absl::StrCat(v.index()); };
  const std::string x = text(a), y = text(b);
  const bool x_negative = x[0] == '-', y_negative = y[0] == '-';
  if (x_negative != y_negative) return x_negative ? -1 : 1;
  const int magnitude = x.size() != y.size() ? (x.size() > y.size() ? 1 : -1) : Sign(x.compare(y));
  return x_negative ? -magnitude : magnitude;
}

absl::StatusOr<int> OrderSequences(const Items& a, const Items& b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (!Equals(a[i], b[i])) return Order(a[i], b[i]);
  }
  return (a.size() > b.size()) - (a.size() < b.size());
}

bool BothLists(const Value& a, const Value& b) {
  return a.is_sequence() && b.is_sequence() && a.sequence().type == b.sequence().type &&
         (a.is_sequence(SequenceType::kList) || a.is_sequence(SequenceType::kTuple));
}

}  // namespace

double AsDouble(const Value& value) {
  if (value.is_float()) return value.float_value();
  if (value.is_big_int()) return std::strtod(value.digits().c_str(), nullptr);
  return static_cast<double>(value.index());
}

bool Truth(const Value& value) {
  if (value.is_undefined() || value.is_none()) return false;
  if (value.is_index()) return value.index() != 0;
  if (value.is_float()) return value.float_value() != 0;
  if (value.is_string()) return !value.string().empty();
  if (value.is_sequence()) return value.is_sequence(SequenceType::kIterator) || !value.sequence().items.empty();
  if (value.is_mapping()) return value.mapping().size() > 0;
  return true;
}

bool Equals(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    if (a.is_float() || b.is_float()) return AsDouble(a) == AsDouble(b);
    return OrderIntegers(a, b) == 0;
  }
  if (a.is_string() && b.is_string()) return a.string() == b.string();
  if (a.is_none() || b.is_none()) return a.is_none() && b.is_none();
  if (a.is_undefined() || b.is_undefined()) return a.is_undefined() && b.is_undefined();
  if (a.is_sequence() && b.is_sequence()) {
    const Sequence &x = a.sequence(), &y = b.sequence();
    if (&x == &y) return true;
    if (x.type != y.type || x.type == SequenceType::kIterator || x.type == SequenceType::kDictValues) return false;
    return std::equal(x.items.begin(), x.items.end(), y.items.begin(), y.items.end(), Equals);
  }
  if (a.is_mapping() && b.is_mapping()) {
    if (a.mapping().size() != b.mapping().size()) return false;
    for (const auto& [key, value] : a.mapping().entries()) {
      const Value* other = b.mapping().Find(key);
      if (other == nullptr || !Equals(value, *other)) return false;
    }
    return true;
  }
  if (a.is_namespace() && b.is_namespace()) return &a.name_space() == &b.name_space();
  if (a.is_loop() && b.is_loop()) return &a.loop() == &b.loop();
  return a.is_callable() && b.is_callable() && &a.callable() == &b.callable();
}

absl::StatusOr<int> Order(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    if (!a.is_float() && !b.is_float()) return OrderIntegers(a, b);
    const double x = AsDouble(a), y = AsDouble(b);
    return (x > y) - (x < y);
  }
  if (a.is_string() && b.is_string()) return Sign(a.string().compare(b.string()));  // UTF-8 sorts as code points do
  if (BothLists(a, b)) return OrderSequences(a.sequence().items, b.sequence().items);
  for (const Value* v : {&a, &b}) {
    if (v->is_undefined()) return TypeError(v->UndefinedText());
  }
  return TypeError(absl::StrCat("'", a.TypeName(), "' and '", b.TypeName(), "' cannot be compared by order"));
}

absl::StatusOr<bool> Contains(const Value& container, const Value& item) {
  if (container.is_string()) {
    if (!item.is_string()) {
      return TypeError(absl::StrCat("'in <string>' requires string as left operand, not ", item.TypeName()));
    }
    return absl::StrContains(container.string(), item.string());
  }
  if (container.is_mapping()) {
    if (item.is_mapping() || item.is_sequence(SequenceType::kList)) {
      return TypeError(absl::StrCat("unhashable type: '", item.TypeName(), "'"));
    }
    return container.mapping().Find(item) != nullptr;
  }
  if (container.is_sequence(SequenceType::kIterator)) {
    const Sequence& iterator = container.sequence();
    while (iterator.consumed < iterator.items.size()) {
      if (Equals(iterator.items[iterator.consumed++], item)) return true;
    }
    return false;
  }
  if (container.is_sequence()) {
    const Items& items = container.sequence().items;
    return std::any_of(items.begin(), items.end(), [&](const Value& x) { return Equals(x, item); });
  }
  if (container.is_undefined()) return false;
  return TypeError(absl::StrCat("argument of type '", container.TypeName(), "' is not iterable"));
}

absl::StatusOr<bool> Compare(CompareOp op, const Value& a, const Value& b) {
  switch (op) {
    case CompareOp::kEqual:
      return Equals(a, b);
    case CompareOp::kNotEqual:
      return !Equals(a, b);
    case CompareOp::kIn:
      return Contains(b, a);
    case CompareOp::kNotIn: {
      FERRO_ASSIGN_OR_RETURN(const bool found, Contains(b, a));
      return !found;
    }
    default:
      break;
  }
  FERRO_ASSIGN_OR_RETURN(const int order, Order(a, b));
  switch (op) {
    case CompareOp::kLess:
      return order < 0;
    case CompareOp::kLessEqual:
      return order <= 0;
    case CompareOp::kGreater:
      return order > 0;
    default:
      return order >= 0;
  }
}

absl::StatusOr<int64_t> Length(const Value& value) {
  if (value.is_undefined()) return 0;
  if (value.is_string()) return static_cast<int64_t>(CodePointCount(value.string()));
  if (value.is_mapping()) return static_cast<int64_t>(value.mapping().size());
  if (value.is_loop()) return static_cast<int64_t>(value.loop().items->size());
  if (value.is_sequence() && !value.is_sequence(SequenceType::kIterator)) {
    return static_cast<int64_t>(value.sequence().items.size());
  }
  return TypeError(absl::StrCat("object of type '", value.TypeName(), "' has no len()"));
}

bool IsIterable(const Value& value) {
  return value.is_undefined() || value.is_string() || value.is_sequence() || value.is_mapping() || value.is_loop();
}

absl::StatusOr<Items> Iterate(const Value& value) {
  if (value.is_undefined()) return Items();
  if (value.is_sequence()) {
    const Sequence& sequence = value.sequence();
    if (sequence.type != SequenceType::kIterator) return sequence.items;
    const Items rest(sequence.items.begin() + static_cast<std::ptrdiff_t>(sequence.consumed), sequence.items.end());
    sequence.consumed = sequence.items.size();
    return rest;
  }
  Items items;
  if (value.is_string()) {
    const std::string& text = value.string();
    constexpr size_t kBytesPerCharacter = sizeof(Value) + sizeof(std::string) + 16;
    if (text.size() > kMaxTextBytes / kBytesPerCharacter) return Budget::TooLarge();
    for (size_t at = 0; at < text.size();) {
      const size_t start = at;
      NextCodePoint(text, &at);
      items.push_back(Value::String(text.substr(start, at - start)));
    }
    return items;
  }
  if (value.is_mapping()) {
    for (const auto& [key, unused] : value.mapping().entries()) items.push_back(key);
    return items;
  }
  return TypeError(absl::StrCat("'", value.TypeName(), "' object is not iterable"));
}

}  // namespace ferro::jinja
