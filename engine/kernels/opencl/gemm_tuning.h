// Shapes of the tile GEMM (gemm.h): they decide how fast a product is, never what it gives.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMM_TUNING_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMM_TUNING_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "engine/kernels/opencl/sources.h"
#include "engine/opencl/device.h"

namespace ferro::opencl {

// A work-group is lanes * row_lanes work-items. Its tile is lanes * outputs_per_item outputs (a divisor of
// kOutputsPadding) by row_lanes * rows_per_item rows.
struct GemmTuning {
  int rows_per_item = 16;    // even, 2 to 64: how often a weight is used once it is in a register
  int outputs_per_item = 1;  // 1, 2, 4, 8 or 16, adjacent: how often a row's word is used once it is in a register
  int lanes = 64;
  int row_lanes = 1;
  int blocks_staged = 4;  // blocks of the rows in local memory between two barriers, 1 to 64
  int ahead =
      1;  // blocks of weights that a work-item loads before it uses the first: 1 to 8, a divisor of blocks_staged

  // The device's last cache. The groups of a matrix that is larger go through it slice by slice, so that all rows use
  // a slice while it is cached and the memory delivers it about once. 0: no matrix is larger.
  int64_t cache_bytes = int64_t{4} << 20;

  int tile_outputs() const { return lanes * outputs_per_item; }
  int tile_rows() const { return row_lanes * rows_per_item; }
  // Shared local memory of a group.
  int64_t local_bytes() const;
  // How many tiles of rows of a product take a slice of the weights before the next slice comes. Positive.
  int BandOf(int64_t outputs, int64_t inputs) const;
};

// What to start from where nothing was measured.
GemmTuning GemmTuningFor(const Device& device, DotPath dot);

// kInvalidArgument: the kernels have no such shape, or the device cannot hold it.
absl::Status CheckGemmTuning(const GemmTuning& tuning, const Device& device);

// For instance "16x1 rows x outputs an item, 64x1 items, 4 blocks, 1 ahead".
std::string GemmTuningText(const GemmTuning& tuning);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMM_TUNING_H_
