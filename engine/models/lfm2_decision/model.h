// d1-omni: a bidirectional LFM2 encoder with a head that scores the options of a question, one forward pass an answer.
//
//   FERRO_ASSIGN_OR_RETURN(auto model, DecisionModel::Load(*file, *backend, {}));
//   FERRO_ASSIGN_OR_RETURN(std::vector<float> scores, model->Score({{tokens, markers, DecisionType::kChoice}}));
#ifndef FERRO_ENGINE_MODELS_LFM2_DECISION_MODEL_H_
#define FERRO_ENGINE_MODELS_LFM2_DECISION_MODEL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"
#include "engine/models/lfm2_decision/config.h"
#include "engine/models/lfm2_decision/weights.h"
#include "engine/text/decision/question.h"

namespace ferro {

// One question with its state, as tokens.
struct DecisionSequence {
  absl::Span<const int32_t> tokens;  // 1 .. max_pass_rows()
  absl::Span<const int> markers;     // where options are scored: indices into `tokens`, ascending, at least one
  DecisionType type;
};

struct DecisionModelOptions {
  // Most rows of a pass, all sequences together. Activations take about 16 KiB a row with the published shape.
  int max_rows = 16384;
  // Rows that wide activations are held for at a time, a multiple of 64; a row of theirs takes about 90 KiB.
  int window_rows = 512;
  // Called from time to time with the share of the weights packed so far, 0..1; may be null.
  std::function<void(double)> progress;
};

// Owns weights and activations; no state stays between passes. One thread at a time, the one that owns the backend.
//
// Exactness: the scores of a sequence depend on its own tokens, markers and type alone. Alone or packed with others,
// in whatever order and pass, they have the same bits on one backend.
//
// Between the segments of a pass the backend calls its segment hook (EncoderOps::SetSegmentHook); when that ends the
// pass, Score returns its status and the next Score starts afresh.
class DecisionModel {
 public:
  // `file` and `backend` must outlive the model: the reference backend multiplies straight from the mapping.
  // kInvalidArgument: not a d1-omni model, or a file that contradicts itself; kNotFound: a key or tensor is missing;
  // kResourceExhausted: weights or activations do not fit. Messages name the key or tensor.
  static absl::StatusOr<std::unique_ptr<DecisionModel>> Load(const GgufFile& file, Backend& backend,
                                                             const DecisionModelOptions& options);

  // The score (a logit, before any temperature) of every marker: those of the first sequence in their order, then those
  // of the second, ... One pass; only the head of the asked type is evaluated. kInvalidArgument: no sequence, more than
  // max_pass_rows() tokens in all, or a token or marker out of range. Other errors come from the device or the hook.
  absl::StatusOr<std::vector<float>> Score(absl::Span<const DecisionSequence> sequences);

  int max_pass_rows() const { return options_.max_rows; }
  const DecisionConfig& config() const { return config_; }

 private:
  DecisionModel(DecisionConfig config, DecisionWeights weights, Backend& backend, const DecisionModelOptions& options);

  absl::Status AllocateActivations();
  absl::Status CheckSequences(absl::Span<const DecisionSequence> sequences) const;
  void BuildPass(absl::Span<const DecisionSequence> sequences);

  // Each enqueues its part of the pass; x_ carries the rows from one to the next.
  void RunTrunk();
  void RunTrunkLayer(const DecisionTrunkLayer& layer);
  void RunHead();
  void AskFromEveryRow(const DecisionHeadBlock& block);
  void AskFromMarkers(const DecisionHeadBlock& block);
  // The end of a head block for the rows of the window, once in_width_ holds what attention gave.
  void FinishBlock(const DecisionHeadBlock& block);

  // Calls body() for one window of rows after the other, `rows` in all.
  template <class Body>
  void ForEachWindow(int rows, const Body& body);
  SymmetricAttentionShape Symmetric(const AttentionShape& shape) const;

  const DecisionConfig config_;
  const DecisionWeights weights_;
  Backend& backend_;
  const DecisionModelOptions options_;

  // Activations of one pass, reused by every layer. The first three hold every row, the rest one window.
  Pass pass_;
  std::unique_ptr<Rows> x_;                  // the residual stream [row][width]
  std::unique_ptr<Rows> mixed_;              // what rows read of each other [row][3 * width]: B, C, X or q, k, v
  std::unique_ptr<Rows> scores_;             // [marker][1]
  std::unique_ptr<Rows> narrow_;             // queries of the last block, then the scorer's [row][width]
  std::unique_ptr<Rows> hidden_;             // [row][2 * ff] at least
  std::unique_ptr<MatrixInput> in_width_;    // [row][width]
  std::unique_ptr<MatrixInput> in_ff_;       // [row][ff]
  std::unique_ptr<MatrixInput> in_head_ff_;  // [row][head_ff]
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LFM2_DECISION_MODEL_H_
