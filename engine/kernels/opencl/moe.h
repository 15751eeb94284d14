// Mixture of experts on the device: routing, grouping of rows by expert, adding up (Backend::Moe). The products between
// them are the GEMM's and the GEMV's, the activation is RowKernels::SwiGluQuantise over pairs. Nothing is read back.
//
// A pair is a row and the k-th of the experts it uses; arrays [row][used] count rows of the pass. Each function appends
// launches; rows.h says what holds for them. Bits are those of ChooseExperts and of the cpu backend.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_MOE_H_
#define FERRO_ENGINE_KERNELS_OPENCL_MOE_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/rows.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// How a layer chooses, see ChooseExperts.
struct RouterView {
  cl_mem weights = nullptr;  // float [expert][width]
  cl_mem bias = nullptr;     // float [expert], or null
  int experts = 0;
  int used = 0;  // 1 .. experts
  bool softmax_gate = false;
  float scale = 1;
};

// The choice of every row, best expert first.
struct ChoiceView {
  cl_mem chosen = nullptr;   // int [row][used]
  cl_mem weights = nullptr;  // float [row][used]
};

// Pairs sorted by expert, so that an expert's weights are read once for all its rows.
struct GroupView {
  cl_mem pair_of = nullptr;  // int [row][used]: place of the pair
  cl_mem source = nullptr;   // int [place]: row of the pair
  cl_mem tiles = nullptr;    // int4 [MaxTiles]: {expert, first place, pairs, 0}, unused ones {-1, 0, 0, 0}
  int tile_pairs = 0;        // the most of a tile; all pairs of a tile have one expert
};

class MoeKernels {
 public:
  MoeKernels() = default;
  static absl::StatusOr<MoeKernels> Build(const Builder& builder, const RowTuning& tuning = {});

  // Chooses by the f32 rows. kInvalidArgument also: more experts than local memory holds.
  absl::Status Route(const RouterView& router, const RowsView& normed, RowRange rows, const ChoiceView& choice,
                     LaunchList& out) const;

  // Sorts the pairs of `rows`, stably: places count from 0 at the first pair of the first expert. Fills all tiles.
  absl::Status GroupByExpert(const RouterView& router, RowRange rows, const ChoiceView& choice, const GroupView& groups,
                             LaunchList& out) const;

  // x[row] += sum over k of weights[row][k] * down[place of the pair]. The place is pair_of[row][k], or, where
  // `pair_of` is null, row * used + k.
  absl::Status Combine(const RowsView& down, RowRange rows, int used, const ChoiceView& choice, cl_mem pair_of,
                       const RowsView& x, LaunchList& out) const;

 private:
  MoeKernels(Program program, int items, int64_t local_bytes)
      : program_(std::move(program)), items_(items), local_bytes_(local_bytes) {}

  absl::Status CheckExperts(const RouterView& router) const;

  Program program_;
  int items_ = 0;
  int64_t local_bytes_ = 0;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_MOE_H_
