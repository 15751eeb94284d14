// How tensors lie in device memory: what kernels, and whoever binds them, agree on.
//
// Matrices and activations are int8 in blocks of 32 inputs that share a scale (Q8_0). Four consecutive inputs are one
// 32-bit word, lowest first, as dp4a takes them. Indices are 32-bit: Xe-LP emulates wider ones.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_TYPES_H_
#define FERRO_ENGINE_KERNELS_OPENCL_TYPES_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/sources.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

constexpr int kBlock = 32;           // inputs that share a scale
constexpr int kOutputsPadding = 64;  // matrices are padded to a multiple of this many outputs, with zeros

// A weight matrix, [block][k][output], so that neighbouring work-items read neighbouring words:
//   values: int   [inputs / 32][8][padded]   word k of the block: inputs 4k .. 4k + 3
//   scales: half  [inputs / 32][padded]
// A stack of `count` such matrices (experts) lies one behind the other.
struct MatrixView {
  cl_mem values = nullptr;
  cl_mem scales = nullptr;
  int outputs = 0;
  int inputs = 0;  // a multiple of 32
  int padded = 0;  // outputs rounded up to kOutputsPadding
  int count = 1;
};

// Quantised activations:
//   values: int    [row][inputs / 4]
//   scales: float  [row][inputs / 32]   a half, widened (int8_kernels.h says how it is made)
struct InputView {
  cl_mem values = nullptr;
  cl_mem scales = nullptr;
  int inputs = 0;
  int first = 0;  // see RowsView
};

// f32 activations [row][width]. `first` is the row of the pass that lies in front: not 0 in arrays that hold a window
// of an encoder pass, and there alone.
struct RowsView {
  cl_mem data = nullptr;
  int width = 0;
  int first = 0;
};

// Rows [begin, begin + count) of a pass.
struct RowRange {
  int begin = 0;
  int count = 0;

  bool operator==(const RowRange&) const = default;
};

// What a pass tells the kernels, written once before it: int4 [3 * max_rows].
//   [row]                  {token, position, slot, run}; token -1: the one that argmax chose last for the slot
//   [max_rows + run]       {first_row, rows, table_row, slot}
//   [2 * max_rows + i]     {row whose logits are the i-th, its slot, 0, 0}
struct PassView {
  cl_mem data = nullptr;
  int max_rows = 0;
};

// Rows of an encoder pass: of the pass itself, or, after EncoderOps::KeepRows, of its logit rows.
struct EncoderRows {
  PassView pass;
  RowRange range;
  bool kept = false;
};

// No division of `pairs` pairs among `matrices` matrices makes more tiles of one matrix and at most `tile_pairs` pairs:
// every matrix has at most one tile that is not full.
constexpr int MaxTiles(int pairs, int matrices, int tile_pairs) {
  return std::min(pairs, pairs / tile_pairs + matrices);
}

using LaunchList = std::vector<Launch>;

// A program before it is built.
struct ProgramText {
  std::string file;     // one of KernelFiles()
  std::string defines;  // what its kernel class asks for, for instance "-DROWS=4"
  std::string options;  // all of them
  std::string source;
  bool operator==(const ProgramText&) const = default;
};

// Builds programs for one device; copies build for the same. The device's context must outlive them.
class Builder {
 public:
  using Compile = std::function<absl::StatusOr<Program>(const ProgramText&)>;

  Builder(Context& context, DotPath dot)
      : Builder(context.device(), dot,
                [&context](const ProgramText& text) { return context.Build(text.file, text.source, text.options); }) {}
  // With `compile` in place of the driver: a cache, a recorder.
  Builder(Device device, DotPath dot, Compile compile)
      : device_(std::move(device)), dot_(dot), compile_(std::move(compile)) {}

  absl::StatusOr<Program> Build(const std::string& file, const std::string& defines) const {
    return compile_({file, defines, BuildOptions(dot_) + " " + defines, KernelSource(file)});
  }
  // What shapes are chosen by.
  const Device& device() const { return device_; }

 private:
  Device device_;
  DotPath dot_;
  Compile compile_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_TYPES_H_
