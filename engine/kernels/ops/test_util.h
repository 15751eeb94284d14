// What the kernel tests share: seeded inputs, equality of bits, one run of a test per instruction set of the host.
#ifndef FERRO_ENGINE_KERNELS_OPS_TEST_UTIL_H_
#define FERRO_ENGINE_KERNELS_OPS_TEST_UTIL_H_

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/types/span.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/ops/float_kernels.h"
#include "gtest/gtest.h"

namespace ferro {

inline std::vector<float> RandomFloats(int64_t n, uint32_t seed, float spread = 1.0f) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0.0f, spread);
  std::vector<float> values(n);
  for (float& value : values) value = normal(random);
  return values;
}

// The same bits, or both NaN.
inline bool SameBits(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

inline ::testing::AssertionResult SameBits(absl::Span<const float> got, absl::Span<const float> want) {
  if (got.size() != want.size()) return ::testing::AssertionFailure() << got.size() << " values, not " << want.size();
  for (size_t i = 0; i < got.size(); ++i) {
    if (SameBits(got[i], want[i])) continue;
    return ::testing::AssertionFailure() << "value " << i << " of " << got.size() << ": "
                                         << absl::StrCat(got[i], ", not ", want[i], ", difference ", got[i] - want[i]);
  }
  return ::testing::AssertionSuccess();
}

// A test of each instruction set that the host has, against the scalar table.
class IsaTest : public ::testing::TestWithParam<Isa> {
 protected:
  const FloatKernels& scalar() const { return FloatKernelsFor(Isa::kScalar); }
  const FloatKernels& kernels() const { return FloatKernelsFor(GetParam()); }
};

inline std::string TestNameOf(const ::testing::TestParamInfo<Isa>& info) {
  return absl::StrReplaceAll(IsaName(info.param), {{"-", "_"}});
}

#define FERRO_FOR_EACH_ISA(suite) \
  INSTANTIATE_TEST_SUITE_P(Host, suite, ::testing::ValuesIn(SupportedIsas()), TestNameOf)

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_TEST_UTIL_H_
