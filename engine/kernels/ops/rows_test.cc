// Row operations of every instruction set against the scalar definition, bit for bit.
#include <cstring>
#include <limits>

#include "engine/kernels/ops/test_util.h"

namespace ferro {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Sizes around every vector edge up to three vectors, and two long ones.
std::vector<int> Sizes() {
  std::vector<int> sizes = {1000, 2048};
  for (int n = 0; n <= 49; ++n) sizes.push_back(n);
  return sizes;
}

// A copy of `values` that starts `misalignment` floats behind a cache line, with guards on both sides.
class Placed {
 public:
  Placed(absl::Span<const float> values, int misalignment)
      : n_(values.size()), start_(16 + misalignment), memory_(n_ + start_ + 32, kGuard) {
    std::copy(values.begin(), values.end(), data());
  }
  float* data() { return memory_.data() + start_; }
  absl::Span<const float> values() { return {data(), n_}; }
  bool GuardsIntact() const {
    for (size_t i = 0; i < memory_.size(); ++i) {
      if ((i < start_ || i >= start_ + n_) && memory_[i] != kGuard) return false;
    }
    return true;
  }

 private:
  static constexpr float kGuard = 12345.0f;
  size_t n_, start_;
  std::vector<float> memory_;
};

std::vector<float> SpecialFloats() {
  return {0.0f,   -0.0f,      1.0f,       -1.0f,   kInf,   -kInf,   kNan,     88.72283f, 88.7229f,
          -87.3f, -87.33654f, -87.33655f, -103.0f, -1e30f, 1e30f,   65504.0f, 65519.99f, 65520.0f,
          1e-8f,  5.9e-8f,    2.98e-8f,   6.1e-5f, 1e-40f, -1e-45f, 3.4e38f,  -3.4e38f,  0.5f};
}

class RowsTest : public IsaTest {
 protected:
  // Runs `op(kernels, data)` on both tables and compares what it leaves in data.
  template <class Op>
  void Compare(absl::Span<const float> values, Op op) {
    for (int misalignment : {0, 1, 7}) {
      Placed got(values, misalignment), want(values, misalignment);
      op(kernels(), got.data());
      op(scalar(), want.data());
      EXPECT_TRUE(SameBits(got.values(), want.values())) << "n " << values.size() << " misaligned " << misalignment;
      EXPECT_TRUE(got.GuardsIntact());
    }
  }
};

TEST_P(RowsTest, RmsNorm) {
  for (int n : Sizes()) {
    if (n == 0) continue;
    const std::vector<float> weight = RandomFloats(n, 2);
    Compare(RandomFloats(n, n), [&](const FloatKernels& k, float* x) { k.rms_norm(x, weight.data(), 1e-5f, n, x); });
  }
}

TEST_P(RowsTest, NormRope) {
  for (int head_dim : {32, 64, 96, 128, 256}) {
    for (int pairs : {0, 1, 5, 16, 17, head_dim / 4, head_dim / 2}) {
      if (2 * pairs > head_dim) continue;
      const std::vector<float> weight = RandomFloats(head_dim, 2), cos = RandomFloats(pairs, 3);
      const std::vector<float> sin = RandomFloats(pairs, 4);
      Compare(RandomFloats(head_dim, pairs), [&](const FloatKernels& k, float* x) {
        k.norm_rope(x, weight.data(), 1e-6f, head_dim, cos.data(), sin.data(), pairs);
      });
    }
  }
}

TEST_P(RowsTest, SwiGlu) {
  for (int n : Sizes()) {
    const std::vector<float> up = RandomFloats(n, 9);
    Compare(RandomFloats(n, n, 20.0f), [&](const FloatKernels& k, float* x) { k.swiglu(x, up.data(), n, x); });
  }
  const std::vector<float> special = SpecialFloats();
  const std::vector<float> ones(special.size(), 1.0f);
  Compare(special, [&](const FloatKernels& k, float* x) { k.swiglu(x, ones.data(), ones.size(), x); });
}

TEST_P(RowsTest, Dot) {
  for (int n : Sizes()) {
    const std::vector<float> a = RandomFloats(n + 1, n), b = RandomFloats(n, n + 7);
    EXPECT_TRUE(SameBits(kernels().dot(a.data() + 1, b.data(), n), scalar().dot(a.data() + 1, b.data(), n))) << n;
  }
}

TEST_P(RowsTest, Add) {
  for (int n : Sizes()) {
    const std::vector<float> x = RandomFloats(n, 5);
    Compare(RandomFloats(n, n), [&](const FloatKernels& k, float* y) { k.add(x.data(), n, y); });
    Compare(RandomFloats(n, n), [&](const FloatKernels& k, float* y) { k.add_scaled(x.data(), 0.7f, n, y); });
  }
}

TEST_P(RowsTest, Exp) {
  std::vector<float> values = SpecialFloats();
  for (float x = -90.0f; x < 90.0f; x += 0.0137f) values.push_back(x);
  Compare(values, [&](const FloatKernels& k, float* x) { k.exp(x, values.size(), x); });
}

TEST_P(RowsTest, ToHalf) {
  std::vector<float> values = SpecialFloats();
  for (uint32_t bits = 0; bits < 0x80000000u; bits += 0x1fff7u) values.push_back(std::bit_cast<float>(bits));
  for (int n : {1, 15, 16, 17, static_cast<int>(values.size())}) {
    std::vector<uint16_t> got(n + 1, 77), want(n + 1, 77);
    kernels().to_half(values.data(), n, got.data());
    scalar().to_half(values.data(), n, want.data());
    for (int i = 0; i <= n; ++i) {
      if (i < n && std::isnan(values[i])) continue;
      ASSERT_EQ(got[i], want[i]) << values[i];
    }
  }
}

TEST_P(RowsTest, FromHalf) {
  std::vector<uint16_t> halves(65536);
  for (int i = 0; i < 65536; ++i) halves[i] = static_cast<uint16_t>(i);
  for (int n : {1, 15, 16, 17, 65535}) {
    std::vector<float> got(n + 1, 77.0f), want(n + 1, 77.0f);
    kernels().from_half(halves.data() + 1, n, got.data());
    scalar().from_half(halves.data() + 1, n, want.data());
    EXPECT_TRUE(SameBits(got, want));
  }
}

TEST_P(RowsTest, ArgmaxPrefersTheLowestIndex) {
  for (int n : Sizes()) {
    if (n == 0) continue;
    std::vector<float> x = RandomFloats(n, n);
    EXPECT_EQ(kernels().argmax(x.data(), n), scalar().argmax(x.data(), n));
    x[n / 2] = x[n - 1] = 100.0f;
    EXPECT_EQ(kernels().argmax(x.data(), n), n / 2);
    x[n / 3] = kNan;
    EXPECT_EQ(kernels().argmax(x.data(), n), n / 3 == n / 2 ? n / 3 == n - 1 ? 0 : n - 1 : n / 2);
    EXPECT_EQ(kernels().argmax(x.data(), n), scalar().argmax(x.data(), n));
  }
}

TEST_P(RowsTest, ArgmaxOfNothingLarge) {
  const std::vector<float> nothing = {kNan, -kInf, -kInf, kNan};
  EXPECT_EQ(kernels().argmax(nothing.data(), 4), 0);
  const std::vector<float> negative(40, -3.0f);
  EXPECT_EQ(kernels().argmax(negative.data() + 1, 37), 0);
  const std::vector<float> zeros = {-0.0f, 0.0f};  // equal, so the first
  EXPECT_EQ(kernels().argmax(zeros.data(), 2), 0);
}

FERRO_FOR_EACH_ISA(RowsTest);

}  // namespace
}  // namespace ferro
