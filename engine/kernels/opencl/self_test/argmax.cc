#include <cmath>
#include <limits>

#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/rig.h"

namespace ferro::opencl::self_test {

absl::Status TestArgmax(Context& context, const ArgmaxKernels& kernels) {
  constexpr int kVocab = 8193;  // once around all work-items, and one more
  constexpr int kRows = 5, kSlots = 6;
  std::vector<float> logits = RandomFloats(kRows * kVocab, 8, 1.0f);
  const auto at = [&](int row, int i) -> float& { return logits[row * kVocab + i]; };
  at(0, kVocab - 1) = 9.0f;                       // the last one
  at(1, 5000) = at(1, 130) = at(1, 8000) = 9.0f;  // ties: the lowest index
  at(2, 0) = at(2, kVocab - 1) = 9.0f;            // ties that one work-item sees
  at(3, 77) = std::nanf("");
  for (int i = 0; i < kVocab; ++i) at(4, i) = -std::numeric_limits<float>::infinity();

  std::vector<int32_t> pass(4 * 3 * kRows), tokens(kRows), by_slot(kSlots, -1);
  for (int row = 0; row < kRows; ++row) {
    const int slot = kSlots - 1 - row;
    pass[4 * (2 * kRows + row)] = row;
    pass[4 * (2 * kRows + row) + 1] = slot;
    const int best = Scalar().argmax(&at(row, 0), kVocab);
    const bool finite = std::isfinite(at(row, best));
    tokens[row] = finite ? best : -1;
    by_slot[slot] = finite ? best : 0;
  }
  Rig rig(context);
  const Buffer logit_buffer = rig.Upload(logits), pass_buffer = rig.Upload(pass);
  const Buffer chosen = rig.Unwritten<int32_t>(kSlots), token_buffer = rig.Unwritten<int32_t>(kRows),
               partial = rig.Unwritten<uint8_t>(ArgmaxKernels::PartialBytes(kRows));
  rig.Run([&](LaunchList& out) {
    return kernels.Argmax({logit_buffer.get(), kVocab}, kRows, {pass_buffer.get(), kRows},
                          {partial.get(), chosen.get(), token_buffer.get()}, out);
  });
  rig.Expect("argmax", token_buffer, tokens);
  rig.Expect("argmax", chosen, by_slot);
  return rig.status();
}

}  // namespace ferro::opencl::self_test
