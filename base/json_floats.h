// Arrays of floats as JSON text, without a detour over doubles: half the digits, and the same bits when read back.
#ifndef FERRO_BASE_JSON_FLOATS_H_
#define FERRO_BASE_JSON_FLOATS_H_

#include <string>

#include "absl/types/span.h"

namespace ferro {

// Appends "[1,0.5,-3.1e-07]": for each value the shortest text that gives it back. All values are finite.
void AppendJsonFloats(absl::Span<const float> values, std::string* out);

}  // namespace ferro

#endif  // FERRO_BASE_JSON_FLOATS_H_
