// Decode products on a device: a few rows times an int8 matrix, with what comes before and after fused in (gemv.cl).
//
// Per row and output, for every tuning, range and neighbour: split s of 8 folds blocks s, s + 8, ... by
// acc = fma(float(dot_b), w_scale_b * x_scale_b, acc) from 0, then the 8 sums are added by halves (gemv_twin.h).
// Everything else has the bits of the scalar tables: rms_norm, quantize_row, swiglu, short_conv, one addition.
//
// What bounds a launch: 34 bytes of weights for 32 inputs of an output, once for 8 rows. Beside that a group of
// GemvShape::lanes outputs reads its rows (36 bytes a block, or 128 and a norm, from cache).
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMV_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMV_H_

#include <array>
#include <cstdint>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/kernels/opencl/gemv_tuning.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// Float rows that the product normalises (x / sqrt(mean(x^2) + eps) * weight) and quantises itself.
struct NormedRows {
  RowsView x;
  cl_mem weight = nullptr;  // float [x.width]
  float eps = 0;
};

// y[row] = product.
struct StoreTo {
  RowsView y;
};
// y[row] += product.
struct AddTo {
  RowsView y;
};
// out[row] = silu(gate) * up, where product = [gate][up].
struct SwigluTo {
  InputView out;
};
// out[row] = C * conv(B * X), where product = [B][C][X], one step of the row's slot. No two rows have the same slot.
struct ConvolveTo {
  InputView out;
  cl_mem taps = nullptr;   // float [channel][taps_count], oldest first
  cl_mem state = nullptr;  // float [slot][taps_count - 1][channel], oldest first; moves on by one
  int taps_count = 0;      // 2 .. 16
  PassView pass = {};      // says the slots
};

struct GemvArgs {
  MatrixView weights;
  RowRange rows;  // of the input, the output and the pass alike; any number
  std::variant<InputView, NormedRows> input = {};
  std::variant<StoreTo, AddTo, SwigluTo, ConvolveTo> output = {};
};

// A pair is a row and the k-th of the `used` experts that it chose; pair = row * used + k, and the output has a row for
// each pair of `rows`.
struct ExpertGemvArgs {
  MatrixView weights;       // weights.count experts
  cl_mem chosen = nullptr;  // int [row][used], the expert of each pair
  int used = 0;
  RowRange rows;
  InputView input;
  bool input_per_pair = false;  // the input has a row for each pair, not for each row
  std::variant<StoreTo, SwigluTo> output = {};
};

// Immutable once built; the launches outlive it.
class GemvKernels {
 public:
  GemvKernels() = default;
  // With GemvTuningFor, or any tuning. kInvalidArgument: see CheckGemvTuning. Else what Builder::Build gives.
  static absl::StatusOr<GemvKernels> Build(const Builder& builder);
  static absl::StatusOr<GemvKernels> Build(const Builder& builder, const GemvTuning& tuning);
  // Only what passes of some numbers of rows need (of 1, 2, 4 and 8); products of other passes then fail.
  static absl::StatusOr<GemvKernels> Build(const Builder& builder, const GemvTuning& tuning,
                                           absl::Span<const int> pass_rows);

  // Whether so many NormedRows of that width fit into local memory for any output, and are worth it (norm_rows).
  bool FusesNorm(int inputs, int rows) const;

  // Appends one launch, none for no rows. kInternal: the views do not fit together, or are too large for 32-bit indices
  // or, with a norm, for local memory.
  absl::Status Gemv(const GemvArgs& args, LaunchList& out) const;
  absl::Status ExpertGemv(const ExpertGemvArgs& args, LaunchList& out) const;

  const GemvTuning& tuning() const { return tuning_; }

 private:
  static constexpr int kVariants = 4;  // passes of 1, 2, 4 and 8 rows

  // The smallest variant whose pass holds `rows`, or the largest.
  static int VariantFor(int rows);
  static absl::Status BuildAll(const Builder& builder, const GemvShape& shape, bool norm,
                               absl::Span<const int> pass_rows, std::array<Program, kVariants>& programs);

  GemvTuning tuning_;
  int64_t local_bytes_ = 0;                            // of the device
  std::array<Program, kVariants> quantised_, normed_;  // tuning_.shape
  std::array<Program, kVariants> narrow_;              // tuning_.narrow, quantised rows; empty if not used
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMV_H_
