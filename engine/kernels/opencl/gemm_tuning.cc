#include "engine/kernels/opencl/gemm_tuning.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {
namespace {

constexpr int kRowBlockBytes = kBlock + 4;     // int8 values and a float scale
constexpr int kWeightBlockBytes = kBlock + 2;  // int8 values and a half scale

// Xe-LP: as many rows as keep 16 lanes a hardware thread in 128 registers without a spill. Weights come from the L3 for
// every thread, so rows are what bounds that traffic. One output, since two and 16 rows fall back to 8 lanes.
constexpr GemmTuning kXeLp = {.rows_per_item = 16,
                              .outputs_per_item = 1,
                              .lanes = 64,
                              .row_lanes = 1,
                              .blocks_staged = 4,
                              .cache_bytes = int64_t{4} << 20};

// Hopper: a prompt is too short to fill it. 64 rows of LFM2-350M's "down" (1024 x 4608) make 64 groups of these tiles
// for 132 cores, and each is one chain of 144 blocks, so what counts is how long a link takes: a load from memory,
// unless the next block's is under way. Measured on an H200: 56 us, with one block ahead 65, with tiles of 64 x 32 and
// 4 blocks staged 129. At 512 rows larger tiles are 8 % faster, at 64 rows smaller ones 23 %.
constexpr GemmTuning kNvidia = {.rows_per_item = 4,
                                .outputs_per_item = 2,
                                .lanes = 32,
                                .row_lanes = 4,
                                .blocks_staged = 16,
                                .ahead = 2,
                                .cache_bytes = int64_t{32} << 20};

// A processor multiplies vectors of 16, and hides no latency by having many work-items.
constexpr GemmTuning kProcessor = {.rows_per_item = 8,
                                   .outputs_per_item = 16,
                                   .lanes = 4,
                                   .row_lanes = 2,
                                   .blocks_staged = 4,
                                   .cache_bytes = int64_t{16} << 20};

}  // namespace

int64_t GemmTuning::local_bytes() const {
  return static_cast<int64_t>(tile_rows()) * (blocks_staged * kRowBlockBytes + 4);
}

int GemmTuning::BandOf(int64_t outputs, int64_t inputs) const {
  const int64_t blocks = inputs / kBlock;
  if (cache_bytes == 0 || outputs * blocks * kWeightBlockBytes <= cache_bytes) return 1;
  // The band's rows are read again for every slice: they get half of the cache.
  const int64_t band = cache_bytes / 2 / (tile_rows() * blocks * kRowBlockBytes);
  return static_cast<int>(std::clamp<int64_t>(band, 1, 1 << 16));
}

GemmTuning GemmTuningFor(const Device& device, DotPath dot) {
  if (dot == DotPath::kNvidia) return kNvidia;
  if (dot == DotPath::kPlain && !device.vectorises_items()) return kProcessor;
  return kXeLp;
}

absl::Status CheckGemmTuning(const GemmTuning& tuning, const Device& device) {
  const auto within = [](int value, int lowest, int highest) { return lowest <= value && value <= highest; };
  const int outputs = tuning.outputs_per_item;
  const bool shape = within(tuning.rows_per_item, 2, 64) && tuning.rows_per_item % 2 == 0 && within(outputs, 1, 16) &&
                     (outputs & (outputs - 1)) == 0 && within(tuning.lanes, 1, kOutputsPadding) &&
                     kOutputsPadding % (tuning.lanes * outputs) == 0 && within(tuning.row_lanes, 1, 64) &&
                     within(tuning.blocks_staged, 1, 64) && within(tuning.ahead, 1, 8) &&
                     tuning.blocks_staged % tuning.ahead == 0 && tuning.cache_bytes >= 0;
  if (!shape) return absl::InvalidArgumentError(absl::StrCat("no GEMM kernel has ", GemmTuningText(tuning)));
  const auto items = static_cast<size_t>(tuning.lanes * tuning.row_lanes);
  if (items > device.max_work_group || tuning.local_bytes() > device.local_bytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a GEMM of ", GemmTuningText(tuning), " needs ", items, " work-items and ", tuning.local_bytes(),
        " bytes of local memory a group; ", device.name, " has ", device.max_work_group, " and ", device.local_bytes));
  }
  return absl::OkStatus();
}

std::string GemmTuningText(const GemmTuning& tuning) {
  return absl::StrCat(tuning.rows_per_item, "x", tuning.outputs_per_item, " rows x outputs an item, ", tuning.lanes,
                      "x", tuning.row_lanes, " items, ", tuning.blocks_staged, " blocks, ", tuning.ahead, " ahead");
}

}  // namespace ferro::opencl
