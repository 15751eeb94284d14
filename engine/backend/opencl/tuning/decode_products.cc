// The decode GEMV with what a step fuses into it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/backend/opencl/tuning/random_buffers.h"
#include "engine/backend/opencl/tuning/tune_problem.h"
#include "engine/kernels/opencl/conv.h"
#include "engine/kernels/opencl/rows.h"

namespace ferro::opencl {
namespace {

constexpr int kMostRows = kGemvPassRows;
constexpr float kEps = 1e-5f;

// A step reads every layer's weights once, so no cache keeps them: a shape is measured on so many bytes of weights, or
// on those of all its layers.
constexpr double kWeightBytes = 64 << 20;

// One row is a step alone. Eight rows count as the step's share of one of them. The others are compared, not timed.
struct Rows {
  int rows;
  int pass;  // of the kernel that takes so many
  double weight;
};
constexpr Rows kRows[] = {{1, 1, 1}, {2, 2, 0}, {3, 4, 0}, {8, 8, 1.0 / 8}};

// Outputs that fill no work-group, rows that fill no pass.
const MatrixShape kEdges = {.name = "edges", .outputs = 100, .inputs = 352, .use = ProductUse::kAdd};
constexpr Rows kEdgeRows = {5, 8, 0};

class Problem : public TuneProblem {
 public:
  Problem(Context& context, int taps) : taps_(taps), buffers_(context) {}

  // Memory that all products share.
  absl::Status Init() {
    std::vector<PassRun> runs;
    for (int slot = 0; slot < kMostRows; ++slot) runs.push_back({slot, 10 + slot, 1});
    FERRO_ASSIGN_OR_RETURN(pass_, buffers_.Pass(runs));
    return absl::OkStatus();
  }

  absl::Status Add(const MatrixShape& shape, const Rows& rows, const std::vector<MatrixView>& weights) {
    Product product = {.shape = shape, .rows = rows.rows};
    product.uses = shape.decode_uses * rows.weight;
    product.name = absl::StrCat(shape.name, " ", shape.outputs, "x", shape.inputs, ", ", rows.rows,
                                rows.rows == 1 ? " row" : " rows");
    product.weights = weights;
    if (product.uses == 0) product.weights.resize(1);
    FERRO_ASSIGN_OR_RETURN(product.in, buffers_.Input(rows.rows, shape.inputs));
    if (shape.norm) FERRO_RETURN_IF_ERROR(AddNorm(product));
    FERRO_RETURN_IF_ERROR(AddOutput(product));
    products_.push_back(std::move(product));
    return absl::OkStatus();
  }

  // The weights of the layers, as many as are measured.
  absl::StatusOr<std::vector<MatrixView>> Weights(const MatrixShape& shape) {
    const double bytes = static_cast<double>(shape.outputs) * shape.inputs;
    const double copies = std::clamp(std::ceil(kWeightBytes / bytes), 1.0, std::max(1.0, shape.decode_uses));
    std::vector<MatrixView> weights;
    for (int i = 0; i < copies; ++i) {
      FERRO_ASSIGN_OR_RETURN(weights.emplace_back(), buffers_.Matrix(shape.outputs, shape.inputs));
    }
    return weights;
  }

  std::string name() const override { return "decode products"; }
  std::string Text(const KernelTuning& tuning) const override {
    const GemvTuning& gemv = tuning.gemv;
    std::string text = GemvShapeText(gemv.shape);
    if (gemv.narrow_outputs > 0) {
      absl::StrAppend(&text, "; up to ", gemv.narrow_outputs, " outputs ", GemvShapeText(gemv.narrow));
    }
    if (gemv.norm_rows < kMostRows) absl::StrAppend(&text, "; norms of up to ", gemv.norm_rows, " rows inside");
    return text;
  }
  const std::vector<TuneResult>& results() const override { return results_; }

  std::vector<KernelTuning> Neighbours(const KernelTuning& tuning) const override {
    std::vector<KernelTuning> list;
    const auto add = [&](const auto& change) {
      list.push_back(tuning);
      change(list.back().gemv);
    };
    for (const int ahead : {1, 2, 4, 6, 8}) add([&](GemvTuning& t) { t.shape.ahead = ahead; });
    add([](GemvTuning& t) { t.shape.parts_at_once = !t.shape.parts_at_once; });
    add([](GemvTuning& t) { t.shape.lanes *= 2; });
    add([](GemvTuning& t) { t.shape.lanes /= 2; });
    add([](GemvTuning& t) { t.shape.span /= 2; });
    add([](GemvTuning& t) { t.shape.span *= 2; });
    add([](GemvTuning& t) { t.shape.lanes *= 2, t.shape.span *= 2; });
    add([](GemvTuning& t) { t.shape.lanes /= 2, t.shape.span /= 2; });
    for (const int rows : {0, 1, 4, 1 << 30}) add([&](GemvTuning& t) { t.norm_rows = rows; });
    for (const int outputs : {0, 1024, 2048, 4096}) add([&](GemvTuning& t) { t.narrow_outputs = outputs; });
    if (tuning.gemv.narrow_outputs > 0) {
      for (const int lanes : {8, 16, 32, 64}) add([&](GemvTuning& t) { t.narrow.lanes = lanes; });
      for (const int ahead : {1, 2, 4, 6, 8}) add([&](GemvTuning& t) { t.narrow.ahead = ahead; });
    }
    return list;
  }

  absl::StatusOr<std::vector<TuneCase>> Build(const Builder& builder, const KernelTuning& tuning,
                                              TuneCases which) const override {
    std::vector<int> pass_rows;
    for (const Rows& rows : kRows) {
      if (which == TuneCases::kAll || rows.weight > 0) pass_rows.push_back(rows.pass);
    }
    Kernels kernels;
    FERRO_ASSIGN_OR_RETURN(kernels.gemv, GemvKernels::Build(builder, tuning.gemv, pass_rows));
    FERRO_ASSIGN_OR_RETURN(kernels.rows, RowKernels::Build(builder));
    FERRO_ASSIGN_OR_RETURN(kernels.conv, ConvKernels::Build(builder, taps_));
    std::vector<TuneCase> cases;
    for (const Product& product : products_) {
      TuneCase& one = cases.emplace_back(TuneCase{.name = product.name, .uses = product.uses, .launches = {}});
      one.copies = static_cast<int>(product.weights.size());
      if (product.uses == 0 && which == TuneCases::kTimed) continue;
      for (const MatrixView& weights : product.weights) {
        FERRO_RETURN_IF_ERROR(Append(product, weights, kernels, one.launches));
      }
    }
    return cases;
  }

 private:
  struct Product {
    std::string name = "";
    MatrixShape shape;
    int rows = 0;
    double uses = 0;
    std::vector<MatrixView> weights = {};
    InputView in = {};       // what the matrix multiplies, unless the norm is inside
    NormedRows normed = {};  // with a norm
    RowsView y = {};         // kStore and kAdd; kConvolve without the convolution
    InputView out = {};      // kSwiglu and kConvolve
    cl_mem taps = nullptr, state = nullptr;
  };
  struct Kernels {
    GemvKernels gemv;
    RowKernels rows;
    ConvKernels conv;
  };

  absl::Status AddNorm(Product& product) {
    const int inputs = product.shape.inputs;
    FERRO_ASSIGN_OR_RETURN(const Buffer* x, buffers_.Floats(int64_t{product.rows} * inputs, -3.0f, 3.0f));
    FERRO_ASSIGN_OR_RETURN(const Buffer* weight, buffers_.Floats(inputs, 0.5f, 1.5f));
    product.normed = {{x->get(), inputs}, weight->get(), kEps};
    return absl::OkStatus();
  }

  // Of the product that is being added.
  absl::StatusOr<cl_mem> Result(int64_t bytes) {
    FERRO_ASSIGN_OR_RETURN(const Buffer* buffer, buffers_.Zeros(bytes));
    results_.push_back({products_.size(), buffer});
    return buffer->get();
  }

  absl::Status AddOutput(Product& product) {
    const MatrixShape& shape = product.shape;
    const int64_t rows = product.rows;
    product.y.width = shape.outputs;
    if (shape.use == ProductUse::kStore || shape.use == ProductUse::kAdd) {
      FERRO_ASSIGN_OR_RETURN(product.y.data, Result(4 * rows * shape.outputs));
      return absl::OkStatus();
    }
    const int width = shape.outputs / (shape.use == ProductUse::kSwiglu ? 2 : 3);
    FERRO_ASSIGN_OR_RETURN(product.out.values, Result(rows * width));
    FERRO_ASSIGN_OR_RETURN(product.out.scales, Result(4 * rows * (width / kBlock)));
    product.out.inputs = width;
    if (shape.use == ProductUse::kSwiglu) return absl::OkStatus();
    FERRO_ASSIGN_OR_RETURN(const Buffer* y, buffers_.Zeros(4 * rows * shape.outputs));
    product.y.data = y->get();
    FERRO_ASSIGN_OR_RETURN(const Buffer* taps, buffers_.Floats(int64_t{width} * taps_, -1.0f, 1.0f));
    product.taps = taps->get();
    FERRO_ASSIGN_OR_RETURN(product.state, Result(int64_t{4} * kMostRows * (taps_ - 1) * width));
    return absl::OkStatus();
  }

  // As the planner does it (plan_decode.cc): what the kernels do not fuse is launches of its own.
  absl::Status Append(const Product& p, const MatrixView& weights, const Kernels& kernels, LaunchList& out) const {
    GemvArgs args = {.weights = weights, .rows = {0, p.rows}};
    const bool norm_inside = p.shape.norm && kernels.gemv.FusesNorm(p.shape.inputs, p.rows);
    if (norm_inside) {
      args.input = p.normed;
    } else {
      args.input = p.in;
      if (p.shape.norm) {
        FERRO_RETURN_IF_ERROR(
            kernels.rows.NormQuantise(p.normed.x, args.rows, p.normed.weight, kEps, p.in, nullptr, out));
      }
    }
    switch (p.shape.use) {
      case ProductUse::kStore:
        args.output = StoreTo{p.y};
        break;
      case ProductUse::kAdd:
        args.output = AddTo{p.y};
        break;
      case ProductUse::kSwiglu:
        args.output = SwigluTo{p.out};
        break;
      case ProductUse::kConvolve:
        if (norm_inside) {
          args.output = ConvolveTo{p.out, p.taps, p.state, taps_, pass_};
          break;
        }
        args.output = StoreTo{p.y};
        FERRO_RETURN_IF_ERROR(kernels.gemv.Gemv(args, out));
        return kernels.conv.Step({p.taps, p.state, p.out.inputs}, p.y, args.rows, pass_, p.out, out);
    }
    return kernels.gemv.Gemv(args, out);
  }

  const int taps_;
  RandomBuffers buffers_;
  PassView pass_;
  std::vector<Product> products_;
  std::vector<TuneResult> results_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TuneProblem>> DecodeProducts(Context& context, const ModelShapes& model) {
  auto problem = std::make_unique<Problem>(context, model.taps);
  FERRO_RETURN_IF_ERROR(problem->Init());
  bool any = false;
  for (const MatrixShape& shape : model.matrices) {
    if (shape.decode_uses == 0) continue;
    any = true;
    FERRO_ASSIGN_OR_RETURN(const std::vector<MatrixView> weights, problem->Weights(shape));
    for (const Rows& rows : kRows) FERRO_RETURN_IF_ERROR(problem->Add(shape, rows, weights));
  }
  if (!any) return nullptr;
  FERRO_ASSIGN_OR_RETURN(const std::vector<MatrixView> weights, problem->Weights(kEdges));
  FERRO_RETURN_IF_ERROR(problem->Add(kEdges, kEdgeRows, weights));
  return problem;
}

}  // namespace ferro::opencl
