// Tile products at the shapes of a prefill pass: on tensor cores where they are used, else with the tile GEMM.
#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/backend/opencl/tuning/random_buffers.h"
#include "engine/backend/opencl/tuning/tune_problem.h"

namespace ferro::opencl {
namespace {

// Compilers take minutes for kernels that hold more sums, or words of weights, in registers, and none is fast.
constexpr int kMostSums = 128;
constexpr int kMostWords = 128;

bool Worthwhile(const GemmTuning& tuning) {
  return tuning.rows_per_item * tuning.outputs_per_item <= kMostSums &&
         tuning.ahead * tuning.outputs_per_item * (kBlock / 4) <= kMostWords;
}

// Tilings of tensor cores one step away: each field by itself, then pairs that leave the tile as it is.
std::vector<KernelTuning> MmaNeighbours(const KernelTuning& tuning) {
  std::vector<KernelTuning> list;
  const auto step = [&](int MmaTuning::*more, int MmaTuning::*less) {
    KernelTuning next = tuning;
    if (more != nullptr) next.mma.*more *= 2;
    if (less != nullptr) {
      if (tuning.mma.*less % 2 != 0) return;
      next.mma.*less /= 2;
    }
    list.push_back(next);
  };
  int MmaTuning::*const fields[] = {&MmaTuning::row_parts, &MmaTuning::warps,        &MmaTuning::blocks_staged,
                                    &MmaTuning::ahead,     &MmaTuning::output_parts, &MmaTuning::row_warps};
  for (const auto field : fields) {
    step(nullptr, field);
    step(field, nullptr);
  }
  for (const auto more : fields) {
    for (const auto less : fields) {
      if (more != less) step(more, less);
    }
  }
  return list;
}

// Edges of every tile: odd rows, a padded matrix, blocks that no number staged at a time divides; those that tensor
// cores take come in whole stages.
const MatrixShape kEdges = {
    .name = "edges", .outputs = 200, .inputs = 160, .use = ProductUse::kAdd, .prefill_uses = 0, .prefill_share = 1};
const MatrixShape kWholeStages = {
    .name = "edges", .outputs = 200, .inputs = 512, .use = ProductUse::kAdd, .prefill_uses = 0, .prefill_share = 1};
constexpr int kEdgeRows = 77;

class Problem : public TuneProblem {
 public:
  explicit Problem(Context& context) : buffers_(context) {}

  absl::Status Add(const MatrixShape& shape, int rows) {
    Product product = {.uses = shape.prefill_uses, .rows = rows, .add = shape.use == ProductUse::kAdd};
    product.name = absl::StrCat(shape.name, " ", shape.outputs, "x", shape.inputs, ", ", rows, " rows");
    FERRO_ASSIGN_OR_RETURN(product.weights, buffers_.Matrix(shape.outputs, shape.inputs));
    FERRO_ASSIGN_OR_RETURN(product.x, buffers_.Input(rows, shape.inputs));
    FERRO_ASSIGN_OR_RETURN(const Buffer* y, buffers_.Zeros(int64_t{4} * rows * shape.outputs));
    product.y = {y->get(), shape.outputs};
    results_.push_back({products_.size(), y});
    products_.push_back(std::move(product));
    return absl::OkStatus();
  }

  std::string name() const override { return "prefill products"; }
  std::string Text(const KernelTuning& tuning) const override {
    if (tuning.mma.used) return MmaTuningText(tuning.mma);
    return absl::StrCat(GemmTuningText(tuning.gemm), ", ", tuning.gemm.cache_bytes >> 20, " MiB of cache");
  }
  const std::vector<TuneResult>& results() const override { return results_; }

  std::vector<KernelTuning> Neighbours(const KernelTuning& tuning) const override {
    if (tuning.mma.used) return MmaNeighbours(tuning);
    std::vector<KernelTuning> list;
    // Each field by itself, then pairs that leave the tile as it is, or the work-items.
    const auto step = [&](int GemmTuning::*more, int GemmTuning::*less) {
      KernelTuning next = tuning;
      if (more != nullptr) next.gemm.*more *= 2;
      if (less != nullptr) next.gemm.*less /= 2;
      if (less != nullptr && tuning.gemm.*less % 2 != 0) return;
      if (Worthwhile(next.gemm)) list.push_back(next);
    };
    int GemmTuning::*const fields[] = {&GemmTuning::blocks_staged, &GemmTuning::rows_per_item,
                                       &GemmTuning::outputs_per_item, &GemmTuning::row_lanes, &GemmTuning::lanes};
    step(&GemmTuning::ahead, nullptr);
    step(nullptr, &GemmTuning::ahead);
    for (const auto field : fields) {
      step(field, nullptr);
      step(nullptr, field);
    }
    for (const auto more : fields) {
      for (const auto less : fields) {
        const bool either_staged = more == &GemmTuning::blocks_staged || less == &GemmTuning::blocks_staged;
        if (more != less && !either_staged) step(more, less);
      }
    }
    for (const int64_t bytes : {tuning.gemm.cache_bytes * 2, tuning.gemm.cache_bytes / 2}) {
      list.push_back(tuning);
      list.back().gemm.cache_bytes = bytes;
    }
    return list;
  }

  absl::StatusOr<std::vector<TuneCase>> Build(const Builder& builder, const KernelTuning& tuning,
                                              TuneCases which) const override {
    FERRO_ASSIGN_OR_RETURN(const GemmKernels kernels, GemmKernels::Build(builder, tuning.gemm));
    std::optional<MmaProducts> mma;
    if (tuning.mma.used) {
      FERRO_ASSIGN_OR_RETURN(mma, MmaProducts::Build(builder, tuning.mma));
    }
    std::vector<TuneCase> cases;
    for (const Product& p : products_) {
      TuneCase& one = cases.emplace_back(TuneCase{.name = p.name, .uses = p.uses, .launches = {}});
      if (p.uses == 0 && which == TuneCases::kTimed) continue;
      if (const MmaGemmKernels* const on_mma = mma ? mma->For(p.weights, p.rows) : nullptr) {
        FERRO_RETURN_IF_ERROR(on_mma->Gemm(p.weights, nullptr, p.x, {0, p.rows}, p.y, p.add, one.launches));
      } else {
        FERRO_RETURN_IF_ERROR(kernels.Gemm(p.weights, p.x, {0, p.rows}, p.y, p.add, one.launches));
      }
    }
    return cases;
  }

 private:
  struct Product {
    std::string name = "";
    double uses = 0;
    int rows = 0;
    bool add = false;
    MatrixView weights = {};
    InputView x = {};
    RowsView y = {};
  };

  RandomBuffers buffers_;
  std::vector<Product> products_;
  std::vector<TuneResult> results_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TuneProblem>> PrefillProducts(Context& context, const ModelShapes& model, int rows) {
  auto problem = std::make_unique<Problem>(context);
  bool any = false;
  for (const MatrixShape& shape : model.matrices) {
    if (shape.prefill_uses == 0) continue;
    any = true;
    FERRO_RETURN_IF_ERROR(problem->Add(shape, std::max(1, static_cast<int>(rows * shape.prefill_share))));
  }
  if (!any) return nullptr;
  FERRO_RETURN_IF_ERROR(problem->Add(kEdges, kEdgeRows));
  FERRO_RETURN_IF_ERROR(problem->Add(kWholeStages, kEdgeRows));
  return problem;
}

}  // namespace ferro::opencl
