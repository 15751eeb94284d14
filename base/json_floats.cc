#include "base/json_floats.h"

#include <charconv>
#include <cstddef>

namespace ferro {
namespace {

// "-1.17549435e-38" is the longest.
constexpr size_t kFloatBytes = 15;

}  // namespace

void AppendJsonFloats(absl::Span<const float> values, std::string* out) {
  out->reserve(out->size() + (kFloatBytes + 1) * values.size() + 2);
  *out += '[';
  char digits[kFloatBytes];
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) *out += ',';
    out->append(digits, std::to_chars(digits, digits + kFloatBytes, values[i]).ptr);
  }
  *out += ']';
}

}  // namespace ferro
