#include "engine/models/gemma_embedding/model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

int AttendedWidth(const AttentionShape& heads) { return heads.heads * heads.head_dim; }
int QkvWidth(const AttentionShape& heads) { return (heads.heads + 2 * heads.kv_heads) * heads.head_dim; }

int WidestQkv(const GemmaEmbeddingConfig& config) {
  int widest = 0;
  for (const GemmaLayerConfig& layer : config.layers) widest = std::max(widest, QkvWidth(layer.attention.heads));
  return widest;
}

int PassRows(const GemmaEmbeddingConfig& config, const EmbeddingModelOptions& options) {
  return std::max(options.max_rows, config.facts.context);
}

}  // namespace

GemmaEmbeddingModel::GemmaEmbeddingModel(GemmaEmbeddingConfig config, GemmaEmbeddingWeights weights, Backend& backend,
                                         const EmbeddingModelOptions& options)
    : config_(std::move(config)),
      weights_(std::move(weights)),
      backend_(backend),
      max_rows_(PassRows(config_, options)),
      window_rows_(std::min(options.window_rows, (max_rows_ + 63) / 64 * 64)) {}

absl::StatusOr<std::unique_ptr<GemmaEmbeddingModel>> GemmaEmbeddingModel::Load(const GgufFile& file, Backend& backend,
                                                                               const EmbeddingModelOptions& options) {
  if (options.max_rows < 1 || options.window_rows < 64 || options.window_rows % 64 != 0) {
    return absl::InvalidArgumentError(absl::StrCat("passes of ", options.max_rows, " rows in windows of ",
                                                   options.window_rows,
                                                   ": at least one row, and windows of a multiple of 64"));
  }
  FERRO_ASSIGN_OR_RETURN(GemmaEmbeddingConfig config, ReadGemmaEmbeddingConfig(file));
  FERRO_ASSIGN_OR_RETURN(GemmaEmbeddingWeights weights,
                         LoadGemmaEmbeddingWeights(file, config, backend, options.progress));
  std::unique_ptr<GemmaEmbeddingModel> model(
      new GemmaEmbeddingModel(std::move(config), std::move(weights), backend, options));
  FERRO_RETURN_IF_ERROR(model->AllocateActivations());
  return model;
}

absl::Status GemmaEmbeddingModel::AllocateActivations() {
  const int width = config_.width, own = config_.per_layer;
  const auto input = [&](int input_width) -> absl::StatusOr<std::unique_ptr<MatrixInput>> {
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<MatrixInput> made, backend_.NewMatrixInput(window_rows_, input_width));
    made->set_scope(RowScope::kWindow);
    return made;
  };
  const auto rows = [&](int row_width) -> absl::StatusOr<std::unique_ptr<Rows>> {
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Rows> made, backend_.NewRows(window_rows_, row_width));
    made->set_scope(RowScope::kWindow);
    return made;
  };
  FERRO_ASSIGN_OR_RETURN(x_, backend_.NewRows(max_rows_, width));
  FERRO_ASSIGN_OR_RETURN(qkv_, backend_.NewRows(max_rows_, WidestQkv(config_)));
  FERRO_ASSIGN_OR_RETURN(branch_, rows(width));
  FERRO_ASSIGN_OR_RETURN(hidden_, rows(2 * config_.ff));
  FERRO_ASSIGN_OR_RETURN(in_width_, input(width));
  FERRO_ASSIGN_OR_RETURN(in_ff_, input(config_.ff));
  for (const GemmaLayerConfig& layer : config_.layers) {
    const int attended = AttendedWidth(layer.attention.heads);
    if (in_attended_[attended] != nullptr) continue;
    FERRO_ASSIGN_OR_RETURN(in_attended_[attended], input(attended));
  }
  if (own > 0) {
    FERRO_ASSIGN_OR_RETURN(embedded_, backend_.NewMatrixInput(max_rows_, width));
    FERRO_ASSIGN_OR_RETURN(gate_, rows(own));
    FERRO_ASSIGN_OR_RETURN(own_, rows(own));
    FERRO_ASSIGN_OR_RETURN(in_own_, input(own));
  }
  FERRO_ASSIGN_OR_RETURN(mean_, backend_.NewRows(max_rows_, width));
  int head_inputs = width;
  for (const GemmaEmbeddingConfig::HeadMatrix& matrix : config_.head) {
    const bool last = &matrix == &config_.head.back();
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<MatrixInput> in, input(head_inputs));
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Rows> out,
                           last ? backend_.NewRows(max_rows_, matrix.outputs) : rows(matrix.outputs));
    head_inputs_.push_back(std::move(in));
    heads_.push_back(std::move(out));
    head_inputs = matrix.outputs;
  }
  return absl::OkStatus();
}

absl::Status GemmaEmbeddingModel::CheckSequences(absl::Span<const absl::Span<const int32_t>> sequences) const {
  size_t rows = 0;
  for (size_t i = 0; i < sequences.size(); ++i) {
    if (sequences[i].empty() || sequences[i].size() > static_cast<size_t>(config_.facts.context)) {
      return absl::InvalidArgumentError(absl::StrCat("sequence ", i, " has ", sequences[i].size(), " tokens; 1 to ",
                                                     config_.facts.context, " are possible"));
    }
    for (const int32_t token : sequences[i]) {
      if (token < 0 || token >= config_.facts.vocab) {
        return absl::InvalidArgumentError(
            absl::StrCat("sequence ", i, ": token id ", token, " is outside the vocabulary of ", config_.facts.vocab));
      }
    }
    rows += sequences[i].size();
  }
  if (sequences.empty() || rows > static_cast<size_t>(max_rows_)) {
    return absl::InvalidArgumentError(absl::StrCat("a pass of ", rows, " tokens; 1 to ", max_rows_, " are possible"));
  }
  return absl::OkStatus();
}

void GemmaEmbeddingModel::BuildPass(absl::Span<const absl::Span<const int32_t>> sequences) {
  pass_ = Pass();
  for (size_t i = 0; i < sequences.size(); ++i) {
    const int count = static_cast<int>(sequences[i].size());
    pass_.runs.push_back({static_cast<int>(i), 0, pass_.rows(), count, RowRole::kPrefill});
    for (int t = 0; t < count; ++t) {
      pass_.tokens.push_back(sequences[i][t]);
      pass_.positions.push_back(t);
    }
  }
  pass_.prefill_rows = pass_.rows();
}

template <class Body>
void GemmaEmbeddingModel::ForEachWindow(int rows, const Body& body) {
  for (int first = 0; first < rows; first += window_rows_) {
    backend_.Window(first, std::min(window_rows_, rows - first));
    body();
  }
}

void GemmaEmbeddingModel::RunInputs() {
  const float scale = std::sqrt(static_cast<float>(config_.width));
  ForEachWindow(pass_.rows(), [&] {
    backend_.EmbedScaled(*weights_.embedding, scale, *x_);
    if (embedded_ != nullptr) backend_.ToInput(*x_, *embedded_);
  });
}

void GemmaEmbeddingModel::RunLayer(size_t i) {
  const GemmaLayer& layer = weights_.layers[i];
  const GemmaLayerConfig& shape = config_.layers[i];
  const AttentionShape& heads = shape.attention.heads;
  ForEachWindow(pass_.rows(), [&] {
    backend_.Norm(*x_, *layer.attention_norm, config_.eps, *in_width_);
    backend_.MatMul(*layer.qkv, *in_width_, *qkv_);
    backend_.NormRope(heads, shape.rope, *layer.q_norm, *layer.k_norm, layer.v_norm.get(), config_.eps, *qkv_);
  });
  MatrixInput& attended = *in_attended_.at(AttendedWidth(heads));
  ForEachWindow(pass_.rows(), [&] {
    backend_.SymmetricAttention(shape.attention, *qkv_, *qkv_, AttendedWidth(heads), attended);
    backend_.MatMul(*layer.attention_out, attended, *branch_);
    backend_.AddNorm(*branch_, *layer.post_attention_norm, config_.eps, 1, *x_, layer.ffn_norm.get(), in_width_.get());
    RunFeedForward(layer);
    if (config_.per_layer > 0) RunBranch(layer);
  });
}

void GemmaEmbeddingModel::RunFeedForward(const GemmaLayer& layer) {
  backend_.MatMul(*layer.gate_up, *in_width_, *hidden_);
  backend_.GeluGate(*hidden_, *in_ff_);
  backend_.MatMul(*layer.down, *in_ff_, *branch_);
  // The branch of the second generation reads the residual as it is.
  backend_.AddNorm(*branch_, *layer.post_ffn_norm, config_.eps, 1, *x_, nullptr,
                   config_.per_layer > 0 ? in_width_.get() : nullptr);
}

void GemmaEmbeddingModel::RunBranch(const GemmaLayer& layer) {
  const GemmaPerLayerBranch& branch = layer.branch;
  backend_.MatMul(*branch.gate, *in_width_, *gate_);
  backend_.MatMul(*branch.input, *embedded_, *own_);
  // The input is defined with a factor 1 / sqrt(width), which its norm takes out again but for eps.
  backend_.GeluGateNormed(*gate_, *own_, *weights_.per_layer_norm, config_.eps * static_cast<float>(config_.width),
                          *in_own_);
  backend_.MatMul(*branch.proj, *in_own_, *branch_);
  backend_.AddNorm(*branch_, *branch.post_norm, config_.eps, layer.output_scale, *x_, nullptr, nullptr);
}

const Rows& GemmaEmbeddingModel::RunHead() {
  ForEachWindow(pass_.rows(), [&] { backend_.NormRows(*x_, *weights_.output_norm, config_.eps, *x_); });
  // The matrices behind the mean are linear, so that they need be applied to it alone.
  backend_.MeanOfRuns(*x_, *mean_);
  ForEachWindow(static_cast<int>(pass_.runs.size()), [&] {
    const Rows* last = mean_.get();
    for (size_t i = 0; i < heads_.size(); ++i) {
      backend_.ToInput(*last, *head_inputs_[i]);
      backend_.MatMul(*weights_.head[i], *head_inputs_[i], *heads_[i]);
      last = heads_[i].get();
    }
  });
  return heads_.empty() ? *mean_ : *heads_.back();
}

absl::StatusOr<std::vector<float>> GemmaEmbeddingModel::Embed(absl::Span<const absl::Span<const int32_t>> sequences) {
  FERRO_RETURN_IF_ERROR(CheckSequences(sequences));
  BuildPass(sequences);
  backend_.Begin(pass_);
  RunInputs();
  for (size_t i = 0; i < weights_.layers.size(); ++i) RunLayer(i);
  const size_t width = config_.facts.width;
  std::vector<float> vectors(sequences.size() * width);
  FERRO_RETURN_IF_ERROR(backend_.ReadRows(RunHead(), absl::MakeSpan(vectors)));
  for (size_t i = 0; i < sequences.size(); ++i) {
    NormalizeEmbedding(absl::MakeSpan(vectors).subspan(i * width, width));
  }
  return vectors;
}

int64_t GemmaActivationBytes(const GemmaEmbeddingConfig& config, const EmbeddingModelOptions& options) {
  const int64_t rows = PassRows(config, options);
  const int64_t width = config.width, ff = config.ff, own = config.per_layer;
  // A value of a matrix input: its float, its byte, its share of a block's scale and offset.
  constexpr double kInputBytes = 4 + 1 + 8.0 / 32;
  int64_t attended = 0, head = width;
  for (const GemmaLayerConfig& layer : config.layers) {
    attended = std::max<int64_t>(attended, AttendedWidth(layer.attention.heads));
  }
  double per_row = 4.0 * (2 * width + WidestQkv(config)) + (own > 0 ? kInputBytes * width : 0);
  double per_window_row = 4.0 * (width + 2 * ff + 2 * own) + kInputBytes * (width + ff + own + 2 * attended);
  for (const GemmaEmbeddingConfig::HeadMatrix& matrix : config.head) {
    per_window_row += kInputBytes * static_cast<double>(head);
    (&matrix == &config.head.back() ? per_row : per_window_row) += 4.0 * matrix.outputs;
    head = matrix.outputs;
  }
  return static_cast<int64_t>(per_row * static_cast<double>(rows) + per_window_row * options.window_rows);
}

double GemmaEmbeddingProducts(const GemmaEmbeddingConfig& config, double tokens, double sequences) {
  const double width = config.width;
  double per_token = 0, per_sequence = 0, inputs = width;
  for (const GemmaLayerConfig& layer : config.layers) {
    per_token += width * (QkvWidth(layer.attention.heads) + AttendedWidth(layer.attention.heads) + 3.0 * config.ff +
                          3.0 * config.per_layer);
  }
  for (const GemmaEmbeddingConfig::HeadMatrix& matrix : config.head) {
    per_sequence += inputs * matrix.outputs;
    inputs = matrix.outputs;
  }
  return per_token * tokens + per_sequence * sequences;
}

}  // namespace ferro
