#include "engine/kernels/opencl/gemv_tuning.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace ferro::opencl {
namespace {

constexpr int kSumLanes = 16;
constexpr int kBlock = 32;

// A block of results is the least that a group can quantise, and the more groups the better: 1024 outputs make 32.
constexpr GemvTuning kGpu = {.lanes = 32, .span = 1};

// Runs of 2 KiB. Measured with PoCL on one core of a Zen 5, 4608 and 65536 outputs: 6 GB/s with runs of 64 bytes, which
// each wait for memory; 15 and 11 GB/s with these, which the processor's prefetcher follows. Longer ones gain little
// and leave too few groups.
constexpr GemvTuning kProcessor = {.lanes = 512, .span = 512};

}  // namespace

int64_t GemvTuning::SumBytes(int rows, int parts) const {
  return int64_t{parts + kGemvSplits} * rows * lanes * static_cast<int64_t>(sizeof(float));
}

int64_t GemvTuning::NormBytes(int rows, int inputs) {
  const int64_t words = inputs / 4 + 2 * (inputs / kBlock) + kSumLanes + 1;  // values, two scales a block, a sum
  return rows * words * static_cast<int64_t>(sizeof(float));
}

GemvTuning GemvTuningFor(const Device& device) {
  // llvmpipe makes its vectors of work-items, as a GPU does.
  const bool vectors = !device.gpu && !absl::StrContains(device.name, "llvmpipe");
  return vectors && CheckGemvTuning(kProcessor, device).ok() ? kProcessor : kGpu;
}

absl::Status CheckGemvTuning(const GemvTuning& tuning, const Device& device) {
  const bool shape = tuning.lanes >= kBlock && tuning.lanes <= 4096 && tuning.lanes % kBlock == 0 && tuning.span >= 1 &&
                     (tuning.span == 1 || tuning.span % 16 == 0) && tuning.lanes % tuning.span == 0;
  if (!shape) return absl::InvalidArgumentError(absl::StrCat("no GEMV kernel has ", GemvTuningText(tuning)));
  const int64_t bytes = tuning.SumBytes(kGemvPassRows, kGemvMostParts);
  if (static_cast<size_t>(tuning.items()) <= device.max_work_group && bytes <= device.local_bytes) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "a GEMV of ", GemvTuningText(tuning), " needs ", tuning.items(), " work-items and ", bytes,
      " bytes of local memory a group; ", device.name, " has ", device.max_work_group, " and ", device.local_bytes));
}

std::string GemvTuningText(const GemvTuning& tuning) {
  return absl::StrCat(tuning.lanes, " outputs a group, ", tuning.span, " an item");
}

}  // namespace ferro::opencl
