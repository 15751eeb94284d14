#include "engine/kernels/opencl/gemv.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

constexpr int64_t kMaxIndex = std::numeric_limits<int32_t>::max();
constexpr int kMaxTaps = 16;

size_t CeilDiv(int a, int b) { return static_cast<size_t>((a + b - 1) / b); }

Extent LocalExtent(const GemvShape& shape, int parts) {
  return {static_cast<size_t>(shape.lanes / shape.span), kGemvSplits,
          static_cast<size_t>(shape.parts_at_once ? parts : 1)};
}

// What an input is to the kernels: which program takes it, its width, its arguments.
struct InputBinding {
  static constexpr bool kNorm = false;
  int width;
  double row_bytes;   // device memory of a row
  double once_bytes;  // and of what all rows share
  std::tuple<cl_mem, cl_mem> args;
};
struct NormBinding {
  static constexpr bool kNorm = true;
  int width;
  double row_bytes;
  double once_bytes;
  std::tuple<cl_mem, cl_mem, cl_float> args;
};
InputBinding Bind(const InputView& input) {
  return {input.inputs, InputBytes(input.inputs), 0, {input.values, input.scales}};
}
NormBinding Bind(const NormedRows& rows) {
  return {rows.x.width, FloatBytes(rows.x.width), FloatBytes(rows.x.width), {rows.x.data, rows.weight, rows.eps}};
}

// What an output is to the kernels: whose name, how many parts of outputs it makes one row of, that row's width, its
// arguments.
template <class... Args>
struct OutputBinding {
  const char* kernel;
  bool quantises;
  int parts;
  int width;
  double row_bytes;
  double once_bytes;
  std::tuple<Args...> args;
};
OutputBinding<cl_mem> Bind(const StoreTo& to) {
  return {"store", false, 1, to.y.width, FloatBytes(to.y.width), 0, {to.y.data}};
}
OutputBinding<cl_mem> Bind(const AddTo& to) {
  return {"add", false, 1, to.y.width, FloatBytes(2 * to.y.width), 0, {to.y.data}};
}
OutputBinding<cl_mem, cl_mem> Bind(const SwigluTo& to) {
  return {"swiglu", true, 2, to.out.inputs, InputBytes(to.out.inputs), 0, {to.out.values, to.out.scales}};
}
OutputBinding<cl_mem, cl_int, cl_mem, cl_mem, cl_mem, cl_mem> Bind(const ConvolveTo& to) {
  return {"conv",
          true,
          3,
          to.out.inputs,
          InputBytes(to.out.inputs) + FloatBytes(2.0 * (to.taps_count - 1) * to.out.inputs),
          FloatBytes(double{1} * to.taps_count * to.out.inputs),
          {to.taps, cl_int{to.taps_count}, to.state, to.pass.data, to.out.values, to.out.scales}};
}

// Of `rows` rows, where the weights of `matrices` matrices are read (again).
template <class Input, class Output>
WorkTotals WorkOf(const MatrixView& w, const Input& from, const Output& to, double rows, double matrices) {
  return {.bytes = MatrixBytes(matrices * w.outputs, w.inputs) + from.once_bytes + to.once_bytes +
                   rows * (from.row_bytes + to.row_bytes),
          .int8_ops = ProductOps(rows, w.outputs, w.inputs)};
}

std::string ShapeText(const MatrixView& weights) { return absl::StrCat(weights.outputs, "x", weights.inputs); }

// `last_row`: one past the last row of input and output that is used.
absl::Status CheckViews(const MatrixView& weights, int input_width, int parts, int output_width, int64_t last_row) {
  const bool fit = weights.inputs > 0 && weights.inputs % kBlock == 0 && weights.inputs == input_width &&
                   weights.padded % kOutputsPadding == 0 && weights.outputs <= weights.padded && weights.count > 0 &&
                   int64_t{output_width} * parts == weights.outputs && output_width > 0 &&
                   (parts == 1 || output_width % kBlock == 0);
  if (!fit) {
    return absl::InternalError(absl::StrCat("a GEMV of a ", ShapeText(weights), " matrix (", weights.padded,
                                            " outputs padded) with rows of ", input_width, " into ", parts,
                                            " parts of rows of ", output_width));
  }
  const int64_t words = int64_t{weights.count} * weights.padded * (weights.inputs / 4);
  if (words > kMaxIndex || last_row * std::max(output_width, input_width) > kMaxIndex) {
    return absl::InternalError(absl::StrCat("a GEMV of ", last_row, " rows with ", weights.count, " ",
                                            ShapeText(weights), " matrices exceeds 32-bit indices"));
  }
  return absl::OkStatus();
}

absl::Status CheckRows(RowRange rows) {
  if (rows.begin >= 0 && rows.count >= 0) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("a GEMV of rows ", rows.begin, " + ", rows.count));
}

// Other groups still read x when the first ones write.
template <class Output>
bool WritesInto(const Output& output, cl_mem x) {
  if constexpr (std::is_same_v<Output, StoreTo> || std::is_same_v<Output, AddTo>) {
    return output.y.data == x;
  } else {
    return output.out.values == x;
  }
}

absl::Status CheckTaps(int taps_count) {
  if (taps_count >= 2 && taps_count <= kMaxTaps) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("a GEMV with a convolution of ", taps_count, " taps"));
}

}  // namespace

absl::StatusOr<GemvKernels> GemvKernels::Build(const Builder& builder) {
  return Build(builder, GemvTuningFor(builder.device()));
}

absl::StatusOr<GemvKernels> GemvKernels::Build(const Builder& builder, const GemvTuning& tuning) {
  return Build(builder, tuning, {1, 2, 4, kGemvPassRows});
}

absl::StatusOr<GemvKernels> GemvKernels::Build(const Builder& builder, const GemvTuning& tuning,
                                               absl::Span<const int> pass_rows) {
  FERRO_RETURN_IF_ERROR(CheckGemvTuning(tuning, builder.device()));
  GemvKernels kernels;
  kernels.tuning_ = tuning;
  kernels.local_bytes_ = builder.device().local_bytes;
  FERRO_RETURN_IF_ERROR(BuildAll(builder, tuning.shape, /*norm=*/false, pass_rows, kernels.quantised_));
  FERRO_RETURN_IF_ERROR(BuildAll(builder, tuning.shape, /*norm=*/true, pass_rows, kernels.normed_));
  if (tuning.narrow_outputs > 0) {
    FERRO_RETURN_IF_ERROR(BuildAll(builder, tuning.narrow, /*norm=*/false, pass_rows, kernels.narrow_));
  }
  return kernels;
}

absl::Status GemvKernels::BuildAll(const Builder& builder, const GemvShape& shape, bool norm,
                                   absl::Span<const int> pass_rows, std::array<Program, kVariants>& programs) {
  for (const int rows : pass_rows) {
    FERRO_ASSIGN_OR_RETURN(
        programs[VariantFor(rows)],
        builder.Build("gemv.cl", absl::StrCat("-DROWS=", rows, " -DNORM=", norm ? 1 : 0, " -DLANES=", shape.lanes,
                                              " -DSPAN=", shape.span, " -DAHEAD=", shape.ahead,
                                              " -DAT_ONCE=", shape.parts_at_once ? 1 : 0)));
  }
  return absl::OkStatus();
}

int GemvKernels::VariantFor(int rows) {
  int variant = 0;
  while (variant < kVariants - 1 && 1 << variant < rows) ++variant;
  return variant;
}

bool GemvKernels::FusesNorm(int inputs, int rows) const {
  const int pass_rows = 1 << VariantFor(rows);
  const int64_t bytes = tuning_.shape.SumBytes(pass_rows, kGemvMostParts) + GemvShape::NormBytes(pass_rows, inputs);
  return bytes <= local_bytes_ && rows <= tuning_.norm_rows;
}

absl::Status GemvKernels::Gemv(const GemvArgs& args, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckRows(args.rows));
  const auto append = [&](const auto& input, const auto& output) -> absl::Status {
    const auto from = Bind(input);
    const auto to = Bind(output);
    const MatrixView& w = args.weights;
    FERRO_RETURN_IF_ERROR(CheckViews(w, from.width, to.parts, to.width, int64_t{args.rows.begin} + args.rows.count));
    if (WritesInto(output, std::get<0>(from.args))) return absl::InternalError("a GEMV into its own input");
    if (args.rows.count == 0) return absl::OkStatus();
    const int variant = VariantFor(args.rows.count);
    const int pass_rows = 1 << variant;
    const bool narrow = !from.kNorm && !to.quantises && to.width <= tuning_.narrow_outputs;
    const GemvShape& shape = narrow ? tuning_.narrow : tuning_.shape;
    int64_t local_bytes = shape.SumBytes(pass_rows, to.parts);
    if (from.kNorm) local_bytes += GemvShape::NormBytes(pass_rows, w.inputs);
    if (local_bytes > local_bytes_) {
      return absl::InternalError(absl::StrCat("a GEMV that normalises ", pass_rows, " rows of ", w.inputs, " needs ",
                                              local_bytes, " bytes of local memory; there are ", local_bytes_));
    }
    const auto launch_args = std::tuple_cat(
        std::make_tuple(w.values, w.scales, cl_int{to.width}, cl_int{w.padded}, cl_int{w.inputs / kBlock}), from.args,
        std::make_tuple(cl_int{args.rows.begin}, cl_int{args.rows.count}, LocalBytes{static_cast<size_t>(local_bytes)}),
        to.args);
    const Program& program = (narrow ? narrow_ : from.kNorm ? normed_ : quantised_)[variant];
    const Extent groups = {CeilDiv(to.width, shape.lanes), CeilDiv(args.rows.count, pass_rows)};
    const Extent local = LocalExtent(shape, to.parts);
    FERRO_ASSIGN_OR_RETURN(
        Launch launch,
        std::apply(
            [&](const auto&... a) { return program.Bind(absl::StrCat("gemv_", to.kernel), groups, local, a...); },
            launch_args));
    launch.name = absl::StrCat("gemv_", from.kNorm ? "norm_" : "", to.kernel, " ", ShapeText(w));
    launch.work.fixed = WorkOf(w, from, to, args.rows.count, static_cast<double>(groups[1]));
    out.push_back(std::move(launch));
    return absl::OkStatus();
  };
  if (const auto* const conv = std::get_if<ConvolveTo>(&args.output)) {
    FERRO_RETURN_IF_ERROR(CheckTaps(conv->taps_count));
  }
  return std::visit(append, args.input, args.output);
}

absl::Status GemvKernels::ExpertGemv(const ExpertGemvArgs& args, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckRows(args.rows));
  const auto append = [&](const auto& output) -> absl::Status {
    const auto to = Bind(output);
    const MatrixView& w = args.weights;
    if (args.used < 1 || args.used > w.count) {
      return absl::InternalError(absl::StrCat("a GEMV with ", args.used, " of ", w.count, " experts"));
    }
    const int64_t last_pair = (int64_t{args.rows.begin} + args.rows.count) * args.used;
    FERRO_RETURN_IF_ERROR(CheckViews(w, args.input.inputs, to.parts, to.width, last_pair));
    if (WritesInto(output, args.input.values)) return absl::InternalError("a GEMV into its own input");
    if (args.rows.count == 0) return absl::OkStatus();
    const cl_int pairs = args.rows.count * args.used;
    const auto launch_args = std::tuple_cat(
        std::make_tuple(w.values, w.scales, cl_int{to.width}, cl_int{w.padded}, cl_int{w.inputs / kBlock},
                        args.input.values, args.input.scales, cl_int{args.rows.begin * args.used}, pairs,
                        LocalBytes{static_cast<size_t>(tuning_.shape.SumBytes(1, to.parts))}, args.chosen,
                        cl_int{w.count}, cl_int{args.input_per_pair ? 1 : args.used}),
        to.args);
    const Extent groups = {CeilDiv(to.width, tuning_.shape.lanes), static_cast<size_t>(pairs)};
    const Extent local = LocalExtent(tuning_.shape, to.parts);
    FERRO_ASSIGN_OR_RETURN(Launch launch, std::apply(
                                              [&](const auto&... a) {
                                                return quantised_[0].Bind(absl::StrCat("gemv_experts_", to.kernel),
                                                                          groups, local, a...);
                                              },
                                              launch_args));
    launch.name = absl::StrCat("gemv_experts_", to.kernel, " ", w.count, "x", ShapeText(w));
    launch.work.fixed = WorkOf(w, Bind(args.input), to, pairs, std::min(pairs, cl_int{w.count}));
    out.push_back(std::move(launch));
    return absl::OkStatus();
  };
  return std::visit(append, args.output);
}

}  // namespace ferro::opencl
