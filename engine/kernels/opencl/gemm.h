// Prefill products on a device: many rows times an int8 matrix, tile by tile (gemm.cl).
//
// The bits are those of the kScalar gemm (int8_kernels.h) for every tuning, range and neighbour: per row and output one
// chain  acc = fma(float(dot_b), w_scale_b * x_scale_b, acc)  over blocks b = 0, 1, ... from acc = 0.
//
// What bounds a tile of R rows and N outputs (GemmTuning), for each block of 32 inputs:
//   2 * 32 * R * N  int8 operations (8 dp4a for each row and output), and R * N conversions, products and fma
//   34 * N  bytes of weights, once for each row lane, from cache or memory; 36 * R bytes of activations
// and 4 * R * N bytes of results once (8 when they are added to what is there). Tiles of a launch:
// ceil(rows / R) * ceil(outputs / N).
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMM_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMM_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/gemm_tuning.h"
#include "engine/kernels/opencl/gemm_views.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// Pairs of a row and a matrix of a stack (an expert that the row chose), sorted by matrix and cut into tiles; written
// by the device before the product runs.
//   tiles:   int4 [tile] {matrix, or -1: nothing to do; first pair; pairs, 1 to GemmKernels::tile_rows(); 0}
//   sources: int [pair]  the row that the pair reads; null: the row with the pair's own number
struct PairsView {
  cl_mem tiles = nullptr;
  cl_mem sources = nullptr;
  int count = 0;  // of pairs in all tiles, for LaunchWork alone; 0: as many as fit
};

// Tiles [begin, begin + count) of a PairsView.
struct TileRange {
  int begin = 0;
  int count = 0;
};

// Immutable once built; the launches outlive it.
class GemmKernels {
 public:
  // kInvalidArgument: see CheckGemmTuning. Else what Builder::Build gives.
  static absl::StatusOr<GemmKernels> Build(const Builder& builder, const GemmTuning& tuning);

  // Appends y[row][output] = product, or += the finished sum if `accumulate`, for `rows`. No rows: nothing is appended.
  // kInternal: the views do not fit together, or are too large for 32-bit indices.
  absl::Status Gemm(const MatrixView& weights, const InputView& x, RowRange rows, RowsView y, bool accumulate,
                    LaunchList& out) const;
  // The same for some of the outputs, so that a long product can be split. y has all columns.
  absl::Status Gemm(const MatrixView& weights, const InputView& x, RowRange rows, OutputRange outputs, RowsView y,
                    bool accumulate, LaunchList& out) const;
  // Appends y[row][output] = product + bias[output], or += both, the bias [outputs] to the finished sum first.
  absl::Status GemmBias(const MatrixView& weights, cl_mem bias, const InputView& x, RowRange rows, RowsView y,
                        bool accumulate, LaunchList& out) const;

  // Appends y[pair][output] = the pair's row times the pair's matrix, for `tiles` and some of the outputs. Tiles of the
  // same matrix should lie together. Rows of y that belong to no tile stay as they are.
  absl::Status GroupedGemm(const MatrixView& stack, const InputView& x, const PairsView& pairs, TileRange tiles,
                           OutputRange outputs, RowsView y, LaunchList& out) const;

  const GemmTuning& tuning() const { return tuning_; }
  int tile_rows() const { return tuning_.tile_rows(); }

 private:
  absl::Status AppendGemm(const MatrixView& weights, cl_mem bias, const InputView& x, RowRange rows,
                          OutputRange outputs, RowsView y, bool accumulate, LaunchList& out) const;

  GemmKernels(Program program, const GemmTuning& tuning) : program_(std::move(program)), tuning_(tuning) {}

  Program program_;
  GemmTuning tuning_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMM_H_
