// How far an array of results is from what is expected, as one number.
#ifndef FERRO_BASE_NRMSE_TESTING_H_
#define FERRO_BASE_NRMSE_TESTING_H_

#include <cmath>
#include <cstddef>
#include <limits>

#include "absl/types/span.h"

namespace ferro {

// Root of the mean squared error over the standard deviation of `expected`: 0 = equal, about 1 = as good as guessing
// the mean, 1.4 = another array of the same distribution. Infinite for arrays of different sizes.
inline double Nrmse(absl::Span<const float> got, absl::Span<const float> expected) {
  if (got.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double mean = 0, variance = 0, error = 0;
  for (const float e : expected) mean += e;
  mean /= static_cast<double>(expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    variance += (expected[i] - mean) * (expected[i] - mean);
    error += (static_cast<double>(got[i]) - expected[i]) * (static_cast<double>(got[i]) - expected[i]);
  }
  return std::sqrt(error / variance);
}

}  // namespace ferro

#endif  // FERRO_BASE_NRMSE_TESTING_H_
