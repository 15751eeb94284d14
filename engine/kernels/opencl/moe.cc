#include "engine/kernels/opencl/moe.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/grid.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

constexpr int kChunks = 8;  // CHUNKS of moe.cl

LocalBytes Local(int words) { return {static_cast<size_t>(words) * sizeof(cl_int)}; }

}  // namespace

absl::StatusOr<MoeKernels> MoeKernels::Build(const Builder& builder, const RowTuning& tuning) {
  FERRO_RETURN_IF_ERROR(CheckItems(builder.device(), tuning.items));
  FERRO_ASSIGN_OR_RETURN(Program program,
                         builder.Build("moe.cl", absl::StrCat("-DITEMS=", tuning.items, " -DCHUNKS=", kChunks)));
  return MoeKernels(std::move(program), tuning.items, builder.device().local_bytes);
}

absl::Status MoeKernels::CheckExperts(const RouterView& router) const {
  const int64_t grouping = int64_t{4} * ((kChunks + 2) * router.experts + 2);
  const int64_t routing = int64_t{4} * (2 * router.experts + router.used + items_);
  if (router.used < 1 || router.used > router.experts) {
    return absl::InvalidArgumentError(absl::StrCat(router.used, " of ", router.experts, " experts cannot be chosen"));
  }
  if (std::max(grouping, routing) <= local_bytes_) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("a choice among ", router.experts, " experts takes ",
                                                 std::max(grouping, routing), " bytes of local memory; the device has ",
                                                 local_bytes_));
}

absl::Status MoeKernels::Route(const RouterView& router, const RowsView& normed, RowRange rows,
                               const ChoiceView& choice, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckExperts(router));
  const bool has_bias = router.bias != nullptr;
  const double choices = double{1} * rows.count * router.used;
  const double read = FloatBytes((double{1} * rows.count + router.experts) * normed.width + router.experts);
  return Append(
      program_.Bind("route", {static_cast<size_t>(rows.count)}, Items(items_), normed.data, cl_int{normed.width},
                    cl_int{rows.begin}, router.weights, cl_int{has_bias}, has_bias ? router.bias : router.weights,
                    cl_int{router.experts}, cl_int{router.used}, cl_int{router.softmax_gate}, cl_float{router.scale},
                    choice.chosen, choice.weights, Local(router.experts), Local(router.experts), Local(router.used)),
      {.bytes = read + 8 * choices, .float_ops = ProductOps(rows.count, router.experts, normed.width)}, out);
}

absl::Status MoeKernels::GroupByExpert(const RouterView& router, RowRange rows, const ChoiceView& choice,
                                       const GroupView& groups, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckExperts(router));
  const int pairs = rows.count * router.used;
  const int tiles = MaxTiles(pairs, router.experts, groups.tile_pairs);
  return Append(program_.Bind("group_by_expert", {1}, Items(items_), choice.chosen, cl_int{rows.begin}, cl_int{pairs},
                              cl_int{router.used}, cl_int{router.experts}, cl_int{groups.tile_pairs}, cl_int{tiles},
                              groups.pair_of, groups.source, groups.tiles, Local(kChunks * router.experts),
                              Local(router.experts + 1), Local(router.experts + 1)),
                {.bytes = 12.0 * pairs + 16.0 * tiles}, out);
}

absl::Status MoeKernels::Combine(const RowsView& down, RowRange rows, int used, const ChoiceView& choice,
                                 cl_mem pair_of, const RowsView& x, LaunchList& out) const {
  if (down.width != x.width || x.width % 4 != 0) {
    return absl::InvalidArgumentError(absl::StrCat("experts of ", down.width, " outputs added to rows of ", x.width,
                                                   "; both must be the same multiple of 4"));
  }
  const bool grouped = pair_of != nullptr;
  const int words = x.width / 4;
  const double pair_bytes = FloatBytes(down.width) + 4 + (grouped ? 4 : 0);
  return Append(program_.Bind("combine", WordGroups(words, rows.count, items_), Items(items_), down.data, cl_int{words},
                              cl_int{rows.begin}, cl_int{used}, choice.weights, cl_int{grouped},
                              grouped ? pair_of : choice.chosen, x.data),
                {.bytes = rows.count * (used * pair_bytes + FloatBytes(2 * x.width))}, out);
}

}  // namespace ferro::opencl
