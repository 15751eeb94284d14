#include "engine/kernels/opencl/gemv_tuning.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {
namespace {

constexpr int kSumLanes = 16;
constexpr int kNarrowLanes = 8;  // 32 bytes of weights, the least that memories deliver

// Xe-LP: a block of results is the least that a group can quantise, and 1024 outputs make 32 groups of 16 hardware
// threads, three times what an N100 runs at once: they cover each other's waits.
constexpr GemvTuning kGpu = {.shape = {.lanes = 32}};

// Hopper: memory is a microsecond away and takes more requests than a small matrix has work-items, so an item asks for
// several blocks at once. Measured on an H200 with one row, from launch to launch, where 5.8 us is the least that a
// launch takes: conv in of LFM2-350M 7.3 us (one block ahead, part after part: 21), gate and up 9.0 (17), down 7.9
// (16). Groups of fewer outputs were no faster. With 8 rows a norm costs more inside than as a launch of its own.
constexpr GemvTuning kNvidia = {.shape = {.lanes = 32, .ahead = 4, .parts_at_once = true},
                                .narrow = {.lanes = 32, .ahead = 6},
                                .narrow_outputs = 2048,
                                .norm_rows = 4};

// Runs of 2 KiB. Measured with PoCL on one core of a Zen 5, 4608 and 65536 outputs: 6 GB/s with runs of 64 bytes, which
// each wait for memory; 15 and 11 GB/s with these, which the processor's prefetcher follows. Longer ones gain little
// and leave too few groups.
constexpr GemvTuning kProcessor = {.shape = {.lanes = 512, .span = 512}};

absl::Status CheckShape(const GemvShape& shape, int lanes_multiple, int most_parts, const Device& device) {
  const bool exists = shape.lanes >= lanes_multiple && shape.lanes <= 4096 && shape.lanes % lanes_multiple == 0 &&
                      shape.span >= 1 && (shape.span == 1 || shape.span % 16 == 0) && shape.lanes % shape.span == 0 &&
                      shape.ahead >= 1 && shape.ahead <= 8;
  if (!exists) return absl::InvalidArgumentError(absl::StrCat("no GEMV kernel has ", GemvShapeText(shape)));
  const int items = shape.Items(most_parts);
  const int64_t bytes = shape.SumBytes(kGemvPassRows, most_parts);
  if (static_cast<size_t>(items) <= device.max_work_group && bytes <= device.local_bytes) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "a GEMV of ", GemvShapeText(shape), " needs ", items, " work-items and ", bytes,
      " bytes of local memory a group; ", device.name, " has ", device.max_work_group, " and ", device.local_bytes));
}

}  // namespace

int64_t GemvShape::SumBytes(int rows, int parts) const {
  const int64_t sums = parts + (parts_at_once ? parts : 1) * kGemvSplits;
  return sums * rows * lanes * static_cast<int64_t>(sizeof(float));
}

int64_t GemvShape::NormBytes(int rows, int inputs) {
  const int64_t words = inputs / 4 + 2 * (inputs / kBlock) + kSumLanes + 1;  // values, two scales a block, a sum
  return rows * words * static_cast<int64_t>(sizeof(float));
}

GemvTuning GemvTuningFor(const Device& device) {
  if (!device.vectorises_items() && CheckGemvTuning(kProcessor, device).ok()) return kProcessor;
  if (absl::StrContains(device.platform_name, "NVIDIA") && CheckGemvTuning(kNvidia, device).ok()) return kNvidia;
  return kGpu;
}

absl::Status CheckGemvTuning(const GemvTuning& tuning, const Device& device) {
  FERRO_RETURN_IF_ERROR(CheckShape(tuning.shape, kBlock, kGemvMostParts, device));
  if (tuning.narrow_outputs == 0) return absl::OkStatus();
  return CheckShape(tuning.narrow, kNarrowLanes, 1, device);
}

std::string GemvShapeText(const GemvShape& shape) {
  return absl::StrCat(shape.lanes, " outputs a group, ", shape.span, " an item, ", shape.ahead, " blocks ahead",
                      shape.parts_at_once ? ", parts at once" : "");
}

}  // namespace ferro::opencl
