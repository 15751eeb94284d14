// Attention over a filled key/value cache, for prompts and for steps.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/backend/opencl/tuning/random_buffers.h"
#include "engine/backend/opencl/tuning/tune_problem.h"
#include "engine/kernels/ops/kv_layout.h"

namespace ferro::opencl {
namespace {

constexpr int kSlots = 8;
constexpr int kDepth = 1900;         // of the longest context that is measured
constexpr int kPrefillDepth = 1024;  // of the part of a long prompt
constexpr int kPack = 4;

int Blocks(int positions) { return (positions + kKeyBlock - 1) / kKeyBlock; }

struct Work {
  std::string name = "";
  double uses = 0;
  int rows = 0;
  int max_blocks = 0;
  AttentionViews views = {};
  cl_mem partials = nullptr;  // decode alone
};

class Problem : public TuneProblem {
 public:
  Problem(Context& context, const ModelShapes& model, bool prefill)
      : context_(context), format_(model.kv), heads_(model.heads), prefill_(prefill), buffers_(context) {}

  // A cache with `positions` in each slot.
  absl::Status Init(int positions) {
    kv_.positions = Blocks(positions) * kKeyBlock;
    const int64_t values = int64_t{kSlots} * kv_.positions * heads_.kv_heads * heads_.head_dim;
    for (cl_mem* const array : {&kv_.keys, &kv_.values}) {
      FERRO_ASSIGN_OR_RETURN(const Buffer* buffer, RandomCache(values));
      *array = buffer->get();
    }
    kv_.key_scales = kv_.keys;
    kv_.value_scales = kv_.values;
    if (format_ != KvFormat::kInt8) return absl::OkStatus();
    for (cl_mem* const array : {&kv_.key_scales, &kv_.value_scales}) {
      FERRO_ASSIGN_OR_RETURN(const Buffer* buffer, buffers_.Floats(values / kKvScaleRow, 0.005f, 0.01f));
      *array = buffer->get();
    }
    return absl::OkStatus();
  }

  absl::Status Add(const std::string& name, double uses, const std::vector<PassRun>& runs) {
    Work work = {.name = name, .uses = uses};
    for (const PassRun& run : runs) {
      work.rows += run.rows;
      work.max_blocks = std::max(work.max_blocks, Blocks(run.position + run.rows));
    }
    const int width = (heads_.heads + 2 * heads_.kv_heads) * heads_.head_dim;
    const int out_width = heads_.heads * heads_.head_dim;
    FERRO_ASSIGN_OR_RETURN(work.views.pass, buffers_.Pass(runs));
    FERRO_ASSIGN_OR_RETURN(const Buffer* qkv, buffers_.Floats(int64_t{work.rows} * width, -2.0f, 2.0f));
    work.views.qkv = {qkv->get(), width};
    work.views.kv = kv_;
    FERRO_ASSIGN_OR_RETURN(const Buffer* values, buffers_.Zeros(int64_t{work.rows} * out_width));
    FERRO_ASSIGN_OR_RETURN(const Buffer* scales, buffers_.Zeros(int64_t{4} * work.rows * (out_width / kBlock)));
    work.views.out = {values->get(), scales->get(), out_width};
    results_.push_back({works_.size(), values});
    results_.push_back({works_.size(), scales});
    if (!prefill_) FERRO_RETURN_IF_ERROR(AddPartials(work));
    works_.push_back(std::move(work));
    return absl::OkStatus();
  }

  std::string name() const override { return prefill_ ? "prefill attention" : "decode attention"; }
  std::string Text(const KernelTuning& tuning) const override {
    const AttentionTuning& t = tuning.attention;
    const auto text = [](int value) { return value == 0 ? std::string("the device's") : absl::StrCat(value); };
    if (prefill_) return absl::StrCat(text(t.tile_queries), " queries a tile, ", text(t.prefill_ahead), " loads ahead");
    return absl::StrCat(t.blocks_per_group, " key blocks a group, one launch up to ", text(t.whole_blocks), ", ",
                        text(t.decode_ahead), " loads ahead");
  }
  const std::vector<TuneResult>& results() const override { return results_; }

  std::vector<KernelTuning> Neighbours(const KernelTuning& tuning) const override {
    std::vector<KernelTuning> list;
    const auto add = [&](int AttentionTuning::*field, std::initializer_list<int> values) {
      for (const int value : values) {
        list.push_back(tuning);
        list.back().attention.*field = value;
      }
    };
    if (prefill_) {
      add(&AttentionTuning::tile_queries, {8, 16, 32, 64, 4});
      add(&AttentionTuning::prefill_ahead, {4, 8, 16});
    } else {
      add(&AttentionTuning::decode_ahead, {4, 8, 16});
      add(&AttentionTuning::blocks_per_group, {1, 2, 4});
      add(&AttentionTuning::whole_blocks, {1, 2, 4, 8, 12, 16, 32});
    }
    return list;
  }

  absl::StatusOr<std::vector<TuneCase>> Build(const Builder& builder, const KernelTuning& tuning,
                                              TuneCases which) const override {
    FERRO_ASSIGN_OR_RETURN(const AttentionKernels kernels,
                           AttentionKernels::Build(builder, format_, heads_, tuning.attention));
    std::vector<TuneCase> cases;
    for (const Work& work : works_) {
      TuneCase& one = cases.emplace_back(TuneCase{.name = work.name, .uses = work.uses, .launches = {}});
      if (work.uses == 0 && which == TuneCases::kTimed) continue;
      const RowRange rows = {0, work.rows};
      FERRO_RETURN_IF_ERROR(prefill_ ? kernels.Prefill(rows, work.views, one.launches)
                                     : kernels.Decode(rows, work.max_blocks, work.views, work.partials, one.launches));
    }
    return cases;
  }

 private:
  absl::StatusOr<const Buffer*> RandomCache(int64_t values) {
    switch (format_) {
      case KvFormat::kF32:
        return buffers_.Floats(values, -1.0f, 1.0f);
      case KvFormat::kF16:
        return buffers_.Halves(values);
      case KvFormat::kInt8:
        break;
    }
    return buffers_.Bytes(values);
  }

  absl::Status AddPartials(Work& work) {
    const Builder sizes(context_.device(), DotPath::kPlain, [](const ProgramText&) { return Program(); });
    FERRO_ASSIGN_OR_RETURN(const AttentionKernels kernels, AttentionKernels::Build(sizes, format_, heads_, {}));
    FERRO_ASSIGN_OR_RETURN(const Buffer* partials, buffers_.Zeros(kernels.PartialBytes(work.rows, work.max_blocks)));
    work.partials = partials->get();
    return absl::OkStatus();
  }

  Context& context_;
  const KvFormat format_;
  const HeadShape heads_;
  const bool prefill_;
  RandomBuffers buffers_;
  KvView kv_;
  std::vector<Work> works_;
  std::vector<TuneResult> results_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TuneProblem>> PrefillAttention(Context& context, const ModelShapes& model, int rows) {
  if (model.attention_layers == 0) return nullptr;
  auto problem = std::make_unique<Problem>(context, model, /*prefill=*/true);
  FERRO_RETURN_IF_ERROR(problem->Init(kPrefillDepth + rows));
  const double layers = model.attention_layers;
  FERRO_RETURN_IF_ERROR(problem->Add(absl::StrCat(rows, " rows at 0"), layers, {{0, 0, rows}}));
  FERRO_RETURN_IF_ERROR(
      problem->Add(absl::StrCat(rows, " rows at ", kPrefillDepth), layers, {{1, kPrefillDepth, rows}}));
  FERRO_RETURN_IF_ERROR(problem->Add("edges", 0, {{2, 5, 7}, {0, 130, 1}, {7, 60, 9}, {1, 0, 1}}));
  return problem;
}

absl::StatusOr<std::unique_ptr<TuneProblem>> DecodeAttention(Context& context, const ModelShapes& model) {
  if (model.attention_layers == 0) return nullptr;
  auto problem = std::make_unique<Problem>(context, model, /*prefill=*/false);
  FERRO_RETURN_IF_ERROR(problem->Init(kDepth + kSlots));
  const double layers = model.attention_layers;
  for (const int depth : {60, 500, kDepth}) {
    FERRO_RETURN_IF_ERROR(problem->Add(absl::StrCat("1 row at ", depth), layers, {{0, depth, 1}}));
  }
  std::vector<PassRun> all, edges;
  for (int slot = 0; slot < kSlots; ++slot) {
    all.push_back({slot, 500 + slot, 1});
    edges.push_back({slot, 63 + slot * slot * 10, 1});
  }
  // Counts as a step's share of one row, like the products of eight.
  FERRO_RETURN_IF_ERROR(problem->Add("8 rows at 500", layers / kSlots, all));
  FERRO_RETURN_IF_ERROR(problem->Add("edges", 0, edges));
  return problem;
}

}  // namespace ferro::opencl
