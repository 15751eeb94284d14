// The greedy choice against the scalar table's, with ties, NaN and rows without a finite logit.
#include "engine/kernels/opencl/argmax.h"

#include <cmath>
#include <limits>
#include <random>

#include "base/status_testing.h"
#include "engine/kernels/opencl/testing.h"
#include "engine/kernels/ops/float_kernels.h"

namespace ferro::opencl {
namespace {

using ArgmaxTest = KernelTest;

TEST_P(ArgmaxTest, FindsTheTablesIndex) {
  const float infinity = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  ASSERT_OK_AND_ASSIGN(const ArgmaxKernels kernels, ArgmaxKernels::Build(Builder(context(), dot())));
  std::mt19937 random(3);
  for (const int vocab : {1, 127, 129, 8192, 8193, 20000}) {
    constexpr int kRows = 6, kSlots = 9, kMaxRows = 8;
    std::vector<float> logits(kRows * vocab);
    for (float& logit : logits) logit = static_cast<float>(random() % 500) - 250.0f;  // many ties
    for (int i = 0; i < vocab; ++i) {
      logits[3 * vocab + i] = nan;
      logits[4 * vocab + i] = -infinity;
      if (i % 3 == 0) logits[5 * vocab + i] = nan;
    }
    std::vector<cl_int4> pass(3 * kMaxRows, cl_int4{{0, 0, 0, 0}});
    for (int i = 0; i < kRows; ++i) pass[2 * kMaxRows + i] = {{i, kSlots - 1 - i, 0, 0}};
    const Buffer logits_buffer = Upload(logits), pass_buffer = Upload(pass), chosen = Unwritten<int>(kSlots),
                 out = Unwritten<int>(kRows), partial = Unwritten<uint8_t>(ArgmaxKernels::PartialBytes(kRows));
    LaunchList launches;
    ASSERT_OK(kernels.Argmax({logits_buffer.get(), vocab}, kRows, {pass_buffer.get(), kMaxRows},
                             {partial.get(), chosen.get(), out.get()}, launches));
    for (const Launch& launch : launches) ASSERT_OK(context().Enqueue(launch));
    const std::vector<int> tokens = Download<int>(out, kRows), by_slot = Download<int>(chosen, kSlots);
    for (int i = 0; i < kRows; ++i) {
      const int best = FloatKernelsFor(Isa::kScalar).argmax(logits.data() + i * vocab, vocab);
      const bool finite = std::isfinite(logits[i * vocab + best]);
      EXPECT_EQ(tokens[i], finite ? best : -1) << "row " << i << " of " << vocab;
      EXPECT_EQ(by_slot[kSlots - 1 - i], finite ? best : 0);
    }
  }
}

FERRO_FOR_EACH_OPENCL_DEVICE(ArgmaxTest);

}  // namespace
}  // namespace ferro::opencl
