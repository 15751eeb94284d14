#include "engine/schedule/embedding/scale.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

// Beyond it a p-norm is the largest absolute value to every bit that matters.
constexpr int kMaxNorm = 64;
// What llama.cpp scales to, so that values fit 16 bits.
constexpr double kLargestOfNormZero = 32760;

double NormOf(absl::Span<const float> vector, int norm) {
  double sum = 0;
  for (const float value : vector) {
    const double size = std::fabs(static_cast<double>(value));
    if (norm == 0) {
      sum = std::max(sum, size / kLargestOfNormZero);
    } else {
      sum += norm == 1 ? size : std::pow(size, norm);
    }
  }
  return norm <= 1 ? sum : std::pow(sum, 1.0 / norm);
}

}  // namespace

absl::Status CheckNorm(int norm) {
  if (norm >= 0 && norm <= kMaxNorm) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("no norm ", norm, ": vectors can be scaled by the norms 1 (taxicab), ",
                                                 "2 (Euclidean) to ", kMaxNorm, ", or 0 (largest value to 32760)"));
}

void ScaleToNorm(absl::Span<float> vector, int norm) {
  if (norm == 2) return;
  const double length = NormOf(vector, norm);
  if (length == 0) return;
  for (float& value : vector) value = static_cast<float>(value / length);
}

}  // namespace ferro
