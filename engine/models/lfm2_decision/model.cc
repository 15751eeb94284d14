#include "engine/models/lfm2_decision/model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {

DecisionModel::DecisionModel(DecisionConfig config, DecisionWeights weights, Backend& backend,
                             const DecisionModelOptions& options)
    : config_(std::move(config)), weights_(std::move(weights)), backend_(backend), options_(options) {}

absl::StatusOr<std::unique_ptr<DecisionModel>> DecisionModel::Load(const GgufFile& file, Backend& backend,
                                                                   const DecisionModelOptions& options) {
  if (options.max_rows < 1 || options.window_rows < 64 || options.window_rows % 64 != 0) {
    return absl::InvalidArgumentError(absl::StrCat("passes of ", options.max_rows, " rows in windows of ",
                                                   options.window_rows,
                                                   ": at least one row, and windows of a multiple of 64"));
  }
  FERRO_ASSIGN_OR_RETURN(DecisionConfig config, ReadDecisionConfig(file));
  FERRO_ASSIGN_OR_RETURN(DecisionWeights weights, LoadDecisionWeights(file, config, backend, options.progress));
  std::unique_ptr<DecisionModel> model(new DecisionModel(std::move(config), std::move(weights), backend, options));
  FERRO_RETURN_IF_ERROR(model->AllocateActivations());
  return model;
}

absl::Status DecisionModel::AllocateActivations() {
  const int width = config_.width, rows = options_.max_rows, window = std::min(options_.window_rows, rows);
  FERRO_ASSIGN_OR_RETURN(x_, backend_.NewRows(rows, width));
  FERRO_ASSIGN_OR_RETURN(mixed_, backend_.NewRows(rows, 3 * width));
  FERRO_ASSIGN_OR_RETURN(scores_, backend_.NewRows(rows, 1));
  FERRO_ASSIGN_OR_RETURN(narrow_, backend_.NewRows(window, width));
  FERRO_ASSIGN_OR_RETURN(hidden_, backend_.NewRows(window, std::max(2 * config_.ff, config_.head_ff)));
  narrow_->set_scope(RowScope::kWindow);
  hidden_->set_scope(RowScope::kWindow);
  const auto input = [&](int input_width) -> absl::StatusOr<std::unique_ptr<MatrixInput>> {
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<MatrixInput> made, backend_.NewMatrixInput(window, input_width));
    made->set_scope(RowScope::kWindow);
    return made;
  };
  FERRO_ASSIGN_OR_RETURN(in_width_, input(width));
  FERRO_ASSIGN_OR_RETURN(in_ff_, input(config_.ff));
  FERRO_ASSIGN_OR_RETURN(in_head_ff_, input(config_.head_ff));
  return absl::OkStatus();
}

absl::Status DecisionModel::CheckSequences(absl::Span<const DecisionSequence> sequences) const {
  size_t rows = 0;
  for (size_t i = 0; i < sequences.size(); ++i) {
    const DecisionSequence& sequence = sequences[i];
    if (sequence.tokens.empty() || sequence.markers.empty()) {
      return absl::InvalidArgumentError(absl::StrCat("sequence ", i, " has ", sequence.tokens.size(), " tokens and ",
                                                     sequence.markers.size(), " markers; at least one of each"));
    }
    for (const int32_t token : sequence.tokens) {
      if (token < 0 || token >= config_.vocab) {
        return absl::InvalidArgumentError(
            absl::StrCat("sequence ", i, ": token id ", token, " is outside the vocabulary of ", config_.vocab));
      }
    }
    int last = -1;
    for (const int marker : sequence.markers) {
      if (marker <= last || static_cast<size_t>(marker) >= sequence.tokens.size()) {
        return absl::InvalidArgumentError(absl::StrCat("sequence ", i, ": marker ", marker, " after ", last, " of ",
                                                       sequence.tokens.size(), " tokens; markers ascend"));
      }
      last = marker;
    }
    rows += sequence.tokens.size();
  }
  if (sequences.empty() || rows > static_cast<size_t>(options_.max_rows)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a pass of ", rows, " tokens; 1 to ", options_.max_rows, " are possible"));
  }
  return absl::OkStatus();
}

void DecisionModel::BuildPass(absl::Span<const DecisionSequence> sequences) {
  pass_ = Pass();
  for (size_t i = 0; i < sequences.size(); ++i) {
    const DecisionSequence& sequence = sequences[i];
    const int first = pass_.rows(), count = static_cast<int>(sequence.tokens.size());
    pass_.runs.push_back({static_cast<int>(i), 0, first, count, RowRole::kPrefill, static_cast<int>(sequence.type)});
    for (int t = 0; t < count; ++t) {
      pass_.tokens.push_back(sequence.tokens[t]);
      pass_.positions.push_back(t);
    }
    for (const int marker : sequence.markers) pass_.logit_rows.push_back(first + marker);
  }
  pass_.prefill_rows = pass_.rows();
}

template <class Body>
void DecisionModel::ForEachWindow(int rows, const Body& body) {
  for (int first = 0; first < rows; first += options_.window_rows) {
    backend_.Window(first, std::min(options_.window_rows, rows - first));
    body();
  }
}

SymmetricAttentionShape DecisionModel::Symmetric(const AttentionShape& shape) const {
  return {shape, 1.0f / std::sqrt(static_cast<float>(shape.head_dim))};
}

void DecisionModel::RunTrunkLayer(const DecisionTrunkLayer& layer) {
  const AttentionShape shape = config_.trunk_attention();
  ForEachWindow(pass_.rows(), [&] {
    backend_.Norm(*x_, *layer.operator_norm, config_.eps, *in_width_);
    if (layer.conv_in) {
      backend_.MatMul(*layer.conv_in, *in_width_, *mixed_);
    } else {
      backend_.MatMul(*layer.qkv, *in_width_, *mixed_);
      backend_.NormRope(shape, config_.rope, *layer.q_norm, *layer.k_norm, nullptr, config_.eps, *mixed_);
    }
  });
  ForEachWindow(pass_.rows(), [&] {
    if (layer.conv_in) {
      backend_.CentredConv(*mixed_, *layer.conv_taps, *in_width_);
      backend_.MatMulAdd(*layer.conv_out, *in_width_, *x_);
    } else {
      backend_.SymmetricAttention(Symmetric(shape), *mixed_, *mixed_, config_.width, *in_width_);
      backend_.MatMulAdd(*layer.attention_out, *in_width_, *x_);
    }
    backend_.Norm(*x_, *layer.ffn_norm, config_.eps, *in_width_);
    backend_.MatMul(*layer.gate_up, *in_width_, *hidden_);
    backend_.SwiGlu(*hidden_, *in_ff_);
    backend_.MatMulAdd(*layer.down, *in_ff_, *x_);
  });
}

void DecisionModel::RunTrunk() {
  ForEachWindow(pass_.rows(), [&] { backend_.Embed(*weights_.embedding, *x_); });
  for (const DecisionTrunkLayer& layer : weights_.trunk) RunTrunkLayer(layer);
  ForEachWindow(pass_.rows(), [&] {
    backend_.NormRows(*x_, *weights_.trunk_norm, config_.eps, *x_);
    backend_.AddRunRow(*weights_.types, *x_);
  });
}

void DecisionModel::FinishBlock(const DecisionHeadBlock& block) {
  backend_.MatMulBiasAdd(*block.attention_out.weight, *block.attention_out.bias, *in_width_, *x_);
  backend_.LayerNorm(*x_, *block.ffn_norm.weight, *block.ffn_norm.bias, config_.head_eps, *in_width_);
  backend_.MatMulBias(*block.up.weight, *block.up.bias, *in_width_, *hidden_);
  backend_.Relu(*hidden_, *in_head_ff_);
  backend_.MatMulBiasAdd(*block.down.weight, *block.down.bias, *in_head_ff_, *x_);
}

void DecisionModel::AskFromEveryRow(const DecisionHeadBlock& block) {
  ForEachWindow(pass_.rows(), [&] {
    backend_.LayerNorm(*x_, *block.attention_norm.weight, *block.attention_norm.bias, config_.head_eps, *in_width_);
    backend_.MatMulBias(*block.qkv.weight, *block.qkv.bias, *in_width_, *mixed_);
  });
  ForEachWindow(pass_.rows(), [&] {
    backend_.SymmetricAttention(Symmetric(config_.head_attention()), *mixed_, *mixed_, config_.width, *in_width_);
    FinishBlock(block);
  });
}

void DecisionModel::AskFromMarkers(const DecisionHeadBlock& block) {
  const auto norm = [&] {
    backend_.LayerNorm(*x_, *block.attention_norm.weight, *block.attention_norm.bias, config_.head_eps, *in_width_);
  };
  ForEachWindow(pass_.rows(), [&] {
    norm();
    backend_.MatMulBias(*block.kv.weight, *block.kv.bias, *in_width_, *mixed_);
  });
  backend_.KeepRows(*x_);
  ForEachWindow(static_cast<int>(pass_.logit_rows.size()), [&] {
    norm();
    backend_.MatMulBias(*block.q.weight, *block.q.bias, *in_width_, *narrow_);
    backend_.SymmetricAttention(Symmetric(config_.head_attention()), *narrow_, *mixed_, 0, *in_width_);
    FinishBlock(block);
    backend_.LayerNorm(*x_, *weights_.scorer_norm.weight, *weights_.scorer_norm.bias, config_.head_eps, *in_width_);
    backend_.MatMulBias(*weights_.scorer.weight, *weights_.scorer.bias, *in_width_, *narrow_);
    backend_.GeluDot(*narrow_, *weights_.score_weight, *weights_.score_bias, *scores_);
  });
}

void DecisionModel::RunHead() {
  for (size_t i = 0; i + 1 < weights_.head.size(); ++i) AskFromEveryRow(weights_.head[i]);
  AskFromMarkers(weights_.head.back());
}

absl::StatusOr<std::vector<float>> DecisionModel::Score(absl::Span<const DecisionSequence> sequences) {
  FERRO_RETURN_IF_ERROR(CheckSequences(sequences));
  BuildPass(sequences);
  backend_.Begin(pass_);
  RunTrunk();
  RunHead();
  std::vector<float> scores(pass_.logit_rows.size());
  FERRO_RETURN_IF_ERROR(backend_.ReadRows(*scores_, absl::MakeSpan(scores)));
  return scores;
}

}  // namespace ferro
