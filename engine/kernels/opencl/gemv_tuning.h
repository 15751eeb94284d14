// Shapes of the decode GEMV (gemv.cl): they decide how fast a product is, never what it gives.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMV_TUNING_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMV_TUNING_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "engine/opencl/device.h"

namespace ferro::opencl {

constexpr int kGemvSplits = 8;    // partial sums of an output, part of what is computed
constexpr int kGemvPassRows = 8;  // rows that share one reading of the weights
constexpr int kGemvMostParts = 3;

struct GemvTuning {
  int lanes = 32;  // outputs of a work-group, a multiple of 32
  int span = 1;    // outputs of a work-item, a divisor of `lanes`: 1, or a multiple of 16 for vectors of 16

  int items() const { return lanes / span * kGemvSplits; }
  // Shared local memory of a group that computes `parts` parts for a pass of `rows` rows (1, 2, 4 or 8).
  int64_t SumBytes(int rows, int parts) const;
  // What it needs beside that to normalise and quantise rows of `inputs` values.
  static int64_t NormBytes(int rows, int inputs);
};

// What to start from where nothing was measured.
GemvTuning GemvTuningFor(const Device& device);

// kInvalidArgument: the kernels have no such shape, or the device cannot hold it.
absl::Status CheckGemvTuning(const GemvTuning& tuning, const Device& device);

// For instance "32 outputs a group, 1 an item".
std::string GemvTuningText(const GemvTuning& tuning);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMV_TUNING_H_
