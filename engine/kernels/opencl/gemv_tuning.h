// Shapes of the decode GEMV (gemv.cl): they decide how fast a product is, never what it gives.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMV_TUNING_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMV_TUNING_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "engine/opencl/device.h"

namespace ferro::opencl {

constexpr int kGemvSplits = 8;     // partial sums of an output, part of what is computed
constexpr int kGemvPassRows = 8;   // rows that share one reading of the weights
constexpr int kGemvMostParts = 3;  // of a matrix, see gemv.cl

// A work-group is lanes / span * 8 work-items, times the parts of the matrix if it computes them at once.
struct GemvShape {
  int lanes = 32;              // outputs of a work-group
  int span = 1;                // outputs of a work-item, a divisor of `lanes`: 1, or n * 16 for vectors of 16
  int ahead = 1;               // blocks that a work-item loads before it multiplies the first, 1 to 8
  bool parts_at_once = false;  // or one after the other

  // The items of a group that computes `parts` parts.
  int Items(int parts) const { return lanes / span * kGemvSplits * (parts_at_once ? parts : 1); }
  // Its shared local memory in a pass of `rows` rows (1, 2, 4 or 8).
  int64_t SumBytes(int rows, int parts) const;
  // What it needs beside that to normalise and quantise rows of `inputs` values.
  static int64_t NormBytes(int rows, int inputs);
};

struct GemvTuning {
  GemvShape shape;  // lanes a multiple of 32
  // For products of so many outputs or fewer whose input is quantised and whose results are not: too few for all of a
  // large GPU, unless each item does more at once. Lanes a multiple of 8. 0 outputs: not used.
  GemvShape narrow = {};
  int narrow_outputs = 0;
  int norm_rows = 1 << 30;  // the most rows that are worth normalising inside a product, see GemvKernels::FusesNorm
};

// What to start from where nothing was measured.
GemvTuning GemvTuningFor(const Device& device);

// kInvalidArgument: the kernels have no such shape, or the device cannot hold it.
absl::Status CheckGemvTuning(const GemvTuning& tuning, const Device& device);

// For instance "32 outputs a group, 1 an item, 4 blocks ahead, parts at once".
std::string GemvShapeText(const GemvShape& shape);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMV_TUNING_H_
