#include "engine/models/lfm2/model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

// From the order of rows back to the order of steps.
class InStepOrder final : public ChosenTokens {
 public:
  InStepOrder(std::unique_ptr<ChosenTokens> tokens, std::vector<size_t> places)
      : tokens_(std::move(tokens)), places_(std::move(places)) {}
  absl::StatusOr<std::vector<int32_t>> Wait() override {
    FERRO_ASSIGN_OR_RETURN(const std::vector<int32_t> in_row_order, tokens_->Wait());
    std::vector<int32_t> tokens(places_.size());
    for (size_t i = 0; i < places_.size(); ++i) tokens[places_[i]] = in_row_order[i];
    return tokens;
  }

 private:
  const std::unique_ptr<ChosenTokens> tokens_;
  const std::vector<size_t> places_;
};

}  // namespace

Lfm2Model::Lfm2Model(Lfm2Config config, Lfm2Weights weights, Backend& backend, int slots, int context, int max_rows)
    : config_(std::move(config)),
      weights_(std::move(weights)),
      backend_(backend),
      context_(context),
      max_rows_(max_rows),
      lengths_(slots, 0),
      chosen_(slots, false) {}

absl::StatusOr<std::unique_ptr<Lfm2Model>> Lfm2Model::Load(const GgufFile& file, Backend& backend,
                                                           const CausalModelOptions& options) {
  if (options.slots < 1 || options.context < 1 || options.max_prefill_rows < 1) {
    return absl::InvalidArgumentError(absl::StrCat("slots ", options.slots, ", context ", options.context,
                                                   ", prefill rows ", options.max_prefill_rows,
                                                   ": each must be at least 1"));
  }
  FERRO_ASSIGN_OR_RETURN(Lfm2Config config, ReadLfm2Config(file));
  FERRO_ASSIGN_OR_RETURN(Lfm2Weights weights, LoadLfm2Weights(file, config, backend, options.progress));
  const int context = std::min(options.context, config.trained_context);
  std::unique_ptr<Lfm2Model> model(new Lfm2Model(std::move(config), std::move(weights), backend, options.slots, context,
                                                 options.max_prefill_rows + options.slots));
  FERRO_RETURN_IF_ERROR(model->AllocateState(options.kv_type));
  FERRO_RETURN_IF_ERROR(model->AllocateActivations());
  return model;
}

absl::Status Lfm2Model::AllocateState(KvType kv_type) {
  const int layers = static_cast<int>(config_.layers.size());
  kv_.resize(layers);
  conv_.resize(layers);
  for (int i = 0; i < layers; ++i) {
    if (config_.layers[i].attention) {
      FERRO_ASSIGN_OR_RETURN(kv_[i], backend_.NewKvCache(slots(), context_, config_.attention(), kv_type));
    } else {
      FERRO_ASSIGN_OR_RETURN(conv_[i], backend_.NewConvState(slots(), config_.taps, config_.width));
    }
  }
  return absl::OkStatus();
}

absl::Status Lfm2Model::AllocateActivations() {
  const int width = config_.width, heads_width = config_.heads * config_.head_dim;
  const int kv_width = config_.kv_heads * config_.head_dim;
  FERRO_ASSIGN_OR_RETURN(x_, backend_.NewRows(max_rows_, width));
  FERRO_ASSIGN_OR_RETURN(wide_, backend_.NewRows(max_rows_, 3 * width));
  FERRO_ASSIGN_OR_RETURN(qkv_, backend_.NewRows(max_rows_, heads_width + 2 * kv_width));
  FERRO_ASSIGN_OR_RETURN(in_width_, backend_.NewMatrixInput(max_rows_, width));
  FERRO_ASSIGN_OR_RETURN(in_heads_, backend_.NewMatrixInput(max_rows_, heads_width));
  if (config_.ff > 0) {
    FERRO_ASSIGN_OR_RETURN(gate_up_, backend_.NewRows(max_rows_, 2 * config_.ff));
    FERRO_ASSIGN_OR_RETURN(in_ff_, backend_.NewMatrixInput(max_rows_, config_.ff));
  }
  if (config_.experts > 0) {
    FERRO_ASSIGN_OR_RETURN(normed_, backend_.NewRows(max_rows_, width));
  }
  FERRO_ASSIGN_OR_RETURN(logits_, backend_.NewRows(slots(), config_.vocab));
  logits_in_row_order_.resize(static_cast<size_t>(slots()) * config_.vocab);
  logits_host_.resize(logits_in_row_order_.size());
  return absl::OkStatus();
}

absl::Status Lfm2Model::ResetSlot(int slot) {
  if (slot < 0 || slot >= slots()) {
    return absl::InvalidArgumentError(absl::StrCat("slot ", slot, " of ", slots()));
  }
  for (const auto& state : conv_) {
    if (state) backend_.ResetSlot(*state, slot);
  }
  lengths_[slot] = 0;
  chosen_[slot] = false;
  return absl::OkStatus();
}

absl::Status Lfm2Model::CheckSteps(absl::Span<const SequenceStep> steps) const {
  std::vector<bool> used(slots(), false);
  size_t rows = 0;
  for (const SequenceStep& step : steps) {
    if (step.slot < 0 || step.slot >= slots() || used[step.slot]) {
      return absl::InvalidArgumentError(absl::StrCat("slot ", step.slot, " is out of range or twice in one pass"));
    }
    used[step.slot] = true;
    if (step.tokens.empty() || (step.role == RowRole::kDecode && step.tokens.size() != 1)) {
      return absl::InvalidArgumentError(
          absl::StrCat("slot ", step.slot, ": a step of ", step.tokens.size(), " tokens"));
    }
    if (step.start_position != lengths_[step.slot] ||
        step.tokens.size() > static_cast<size_t>(context_ - step.start_position)) {
      return absl::InvalidArgumentError(absl::StrCat("slot ", step.slot, " holds ", lengths_[step.slot], " of ",
                                                     context_, " positions; ", step.tokens.size(), " tokens at ",
                                                     step.start_position, " do not follow"));
    }
    for (const int32_t token : step.tokens) {
      if (token == kChosenToken && step.role == RowRole::kDecode && chosen_[step.slot]) continue;
      if (token < 0 || token >= config_.vocab) {
        return absl::InvalidArgumentError(
            absl::StrCat("token id ", token, " is outside the vocabulary of ", config_.vocab));
      }
    }
    rows += step.tokens.size();
  }
  if (steps.empty() || rows > static_cast<size_t>(max_rows_)) {
    return absl::InvalidArgumentError(absl::StrCat("a pass of ", rows, " rows; 1 to ", max_rows_, " are possible"));
  }
  return absl::OkStatus();
}

absl::Status Lfm2Model::BuildPass(absl::Span<const SequenceStep> steps, std::vector<size_t>& places) {
  FERRO_RETURN_IF_ERROR(CheckSteps(steps));
  std::vector<size_t> order(steps.size()), place_of(steps.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_partition(order.begin(), order.end(), [&](size_t i) { return steps[i].role == RowRole::kPrefill; });
  size_t wanted = 0;
  for (size_t i = 0; i < steps.size(); ++i) place_of[i] = steps[i].wants_logits ? wanted++ : wanted;

  pass_ = Pass();
  for (const size_t i : order) {
    const SequenceStep& step = steps[i];
    const int count = static_cast<int>(step.tokens.size());
    pass_.runs.push_back({step.slot, step.start_position, pass_.rows(), count, step.role});
    for (int t = 0; t < count; ++t) {
      pass_.tokens.push_back(step.tokens[t]);
      pass_.positions.push_back(step.start_position + t);
    }
    if (step.role == RowRole::kPrefill) pass_.prefill_rows = pass_.rows();
    if (step.wants_logits) {
      pass_.logit_rows.push_back(pass_.rows() - 1);
      places.push_back(place_of[i]);
    }
  }
  return absl::OkStatus();
}

void Lfm2Model::RunLayers() {
  backend_.Embed(*weights_.embedding, *x_);
  for (size_t i = 0; i < weights_.layers.size(); ++i) {
    const Lfm2Layer& layer = weights_.layers[i];
    const bool last = i + 1 == weights_.layers.size();
    backend_.Norm(*x_, *layer.operator_norm, config_.eps, *in_width_);
    if (conv_[i]) {
      backend_.MatMul(*layer.conv_in, *in_width_, *wide_);
      backend_.ShortConv(*wide_, *layer.conv_taps, *conv_[i], *in_width_);
      if (last) backend_.KeepLogitRows(*x_, *in_width_);
      backend_.MatMulAdd(*layer.conv_out, *in_width_, *x_);
    } else {
      const AttentionShape shape = config_.attention();
      backend_.MatMul(*layer.qkv, *in_width_, *qkv_);
      backend_.StoreQkv(shape, config_.rope, *layer.q_norm, *layer.k_norm, config_.eps, *qkv_, *kv_[i]);
      backend_.Attention(shape, *qkv_, *kv_[i], *in_heads_);
      if (last) backend_.KeepLogitRows(*x_, *in_heads_);
      backend_.MatMulAdd(*layer.attention_out, *in_heads_, *x_);
    }
    if (layer.gate_up) {
      backend_.Norm(*x_, *layer.ffn_norm, config_.eps, *in_width_);
      backend_.MatMul(*layer.gate_up, *in_width_, *gate_up_);
      backend_.SwiGlu(*gate_up_, *in_ff_);
      backend_.MatMulAdd(*layer.down, *in_ff_, *x_);
    } else {
      backend_.Norm(*x_, *layer.ffn_norm, config_.eps, *in_width_, normed_.get());
      backend_.Moe(layer.moe, *normed_, *in_width_, *x_);
    }
  }
}

void Lfm2Model::RunPass(absl::Span<const SequenceStep> steps, bool greedy) {
  backend_.Begin(pass_);
  RunLayers();
  if (!pass_.logit_rows.empty()) {
    backend_.Norm(*x_, *weights_.final_norm, config_.eps, *in_width_);
    backend_.MatMul(weights_.head(), *in_width_, *logits_);
  }
  for (const SequenceStep& step : steps) {
    lengths_[step.slot] += static_cast<int>(step.tokens.size());
    chosen_[step.slot] = greedy && step.wants_logits;
  }
}

absl::StatusOr<absl::Span<const float>> Lfm2Model::Forward(absl::Span<const SequenceStep> steps) {
  std::vector<size_t> places;
  FERRO_RETURN_IF_ERROR(BuildPass(steps, places));
  RunPass(steps, /*greedy=*/false);
  if (places.empty()) {
    FERRO_RETURN_IF_ERROR(backend_.Finish());
    return absl::Span<const float>();
  }
  const size_t vocab = config_.vocab;
  FERRO_RETURN_IF_ERROR(
      backend_.ReadRows(*logits_, absl::MakeSpan(logits_in_row_order_.data(), places.size() * vocab)));
  if (std::is_sorted(places.begin(), places.end())) {
    return absl::MakeConstSpan(logits_in_row_order_.data(), places.size() * vocab);
  }
  for (size_t i = 0; i < places.size(); ++i) {
    std::copy_n(logits_in_row_order_.data() + i * vocab, vocab, logits_host_.data() + places[i] * vocab);
  }
  return absl::MakeConstSpan(logits_host_.data(), places.size() * vocab);
}

absl::StatusOr<std::unique_ptr<ChosenTokens>> Lfm2Model::ForwardGreedy(absl::Span<const SequenceStep> steps) {
  std::vector<size_t> places;
  FERRO_RETURN_IF_ERROR(BuildPass(steps, places));
  RunPass(steps, /*greedy=*/true);
  std::unique_ptr<ChosenTokens> tokens = backend_.Argmax(*logits_);
  if (std::is_sorted(places.begin(), places.end())) return tokens;
  return std::make_unique<InStepOrder>(std::move(tokens), std::move(places));
}

}  // namespace ferro
