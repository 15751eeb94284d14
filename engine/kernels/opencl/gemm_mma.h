// Prefill products on the tensor cores of NVIDIA GPUs (mma_tile.cl): the bits of GemmKernels and, behind them,
// RowKernels::SwiGluQuantise, which stand in wherever these cannot be used.
//
// What bounds a warp's tile of R rows and N outputs, for each block of 32 inputs: R * N / 128 instructions of a tensor
// core, three float instructions for each of its R * N / 32 sums of a work-item (the integer becomes a float, scales
// meet, the fold), and about 30 others. 34 * N bytes of weights come from the second cache for every tile, 36 * R bytes
// of rows for every group.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMM_MMA_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMM_MMA_H_

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/gemm_views.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// A warp is 32 work-items, its tile 16 * output_parts outputs by 8 * row_parts rows.
struct MmaTuning {
  bool used = false;      // false: GemmKernels do all products
  int output_parts = 2;   // 1, 2 or 4
  int row_parts = 2;      // 1 to 8: how often a weight is used once it is in a register
  int warps = 2;          // of a group along the outputs
  int row_warps = 1;      // and along the rows
  int blocks_staged = 4;  // blocks of the rows in local memory between two barriers, 1 to 16
  int ahead = 4;          // blocks of weights in registers, a divisor of blocks_staged

  int tile_outputs() const { return 16 * output_parts * warps; }
  int tile_rows() const { return 8 * row_parts * row_warps; }
  int items() const { return 32 * warps * row_warps; }
  // Shared local memory of a group.
  int64_t local_bytes() const;
};

// What to start from where nothing was measured: used where the device has such cores and `dot` shows that its driver
// takes its instructions.
MmaTuning MmaTuningFor(const Device& device, DotPath dot);

// A tile of four times the size, for products that fill the device all the same: it reads weights and rows half as
// often. The same where there is none.
MmaTuning Enlarged(MmaTuning tuning);
// Whether a product makes one and a half such tiles for each compute unit. Measured on an H200: with 168 for 132 units
// tiles of 16 x 64 rows and outputs were 13 % faster than ones of 32 x 128, with 256 20 % slower.
bool SuitsLarge(const MmaTuning& large, const MatrixView& weights, int rows, int compute_units);

// kInvalidArgument: the kernels have no such shape, or the device cannot hold it.
absl::Status CheckMmaTuning(const MmaTuning& tuning, const Device& device);

// For instance "16x32 rows x outputs a warp, 4x1 warps, 4 blocks, 4 ahead".
std::string MmaTuningText(const MmaTuning& tuning);

// Immutable once built; the launches outlive it.
class MmaGemmKernels {
 public:
  // kInvalidArgument: see CheckMmaTuning. Else what Builder::Build gives. Devices without tensor cores get a kernel
  // that computes the same slowly, for tests.
  static absl::StatusOr<MmaGemmKernels> Build(const Builder& builder, const MmaTuning& tuning);

  // Whether blocks of the matrix come in whole stages.
  bool Takes(const MatrixView& weights) const { return weights.inputs % (tuning_.blocks_staged * kBlock) == 0; }

  // Appends y[row][output] = product, + bias[output] where `bias` is not null; or += that if `accumulate`. No rows:
  // nothing is appended. kInternal: the views do not fit together or are too large, or the matrix is not taken.
  absl::Status Gemm(const MatrixView& weights, cl_mem bias, const InputView& x, RowRange rows, RowsView y,
                    bool accumulate, LaunchList& out) const;

  // Whether `out` is half as wide as the matrix, and Takes.
  bool TakesSwiglu(const MatrixView& weights, const InputView& out) const {
    return Takes(weights) && weights.outputs == 2 * out.inputs;
  }
  // Appends out[row] = swiglu of the product of a matrix of gate rows and, behind them, "up" rows, quantised. Errors as
  // above.
  absl::Status GemmSwiglu(const MatrixView& weights, const InputView& x, RowRange rows, const InputView& out,
                          LaunchList& launches) const;

  const MmaTuning& tuning() const { return tuning_; }
  int tile_rows() const { return tuning_.tile_rows(); }

 private:
  MmaGemmKernels(Program store, Program swiglu, const MmaTuning& tuning, int compute_units)
      : store_(std::move(store)), swiglu_(std::move(swiglu)), tuning_(tuning), compute_units_(compute_units) {}

  absl::Status Check(const MatrixView& weights, const InputView& x, RowRange rows, const RowsView& y) const;
  // Of so many tiles, those that fetch weights for all.
  int FetchingGroups(const MatrixView& weights, int tiles) const;

  Program store_, swiglu_;
  MmaTuning tuning_;
  int compute_units_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMM_MMA_H_
