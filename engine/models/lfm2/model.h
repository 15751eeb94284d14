// LFM2 and LFM2-MoE causal language models: gated short convolutions and grouped-query attention, each followed by a
// SwiGLU feed-forward or a mixture of experts.
#ifndef FERRO_ENGINE_MODELS_LFM2_MODEL_H_
#define FERRO_ENGINE_MODELS_LFM2_MODEL_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/models/causal_model.h"
#include "engine/models/lfm2/config.h"
#include "engine/models/lfm2/weights.h"
#include "engine/models/load.h"

namespace ferro {

// Sequence state per slot: K and V rows of every attention layer, the last taps-1 gated inputs of every convolution.
class Lfm2Model : public CausalModel {
 public:
  // See LoadCausalModel.
  static absl::StatusOr<std::unique_ptr<Lfm2Model>> Load(const GgufFile& file, Backend& backend,
                                                         const CausalModelOptions& options);

  int vocab_size() const override { return config_.vocab; }
  int slots() const override { return static_cast<int>(lengths_.size()); }
  int context() const override { return context_; }
  int max_pass_rows() const override { return max_rows_; }
  bool runs_ahead() const override { return backend_.runs_ahead(); }
  absl::Status ResetSlot(int slot) override;
  absl::StatusOr<absl::Span<const float>> Forward(absl::Span<const SequenceStep> steps) override;
  absl::StatusOr<std::unique_ptr<ChosenTokens>> ForwardGreedy(absl::Span<const SequenceStep> steps) override;

  const Lfm2Config& config() const { return config_; }

 private:
  Lfm2Model(Lfm2Config config, Lfm2Weights weights, Backend& backend, int slots, int context, int max_rows);

  absl::Status AllocateState(KvType kv_type);
  absl::Status AllocateActivations();
  absl::Status CheckSteps(absl::Span<const SequenceStep> steps) const;
  // Checks `steps` and lays their rows out, prefill first. places[i] = where the i-th row of logits, in row order,
  // belongs in the order of `steps`.
  absl::Status BuildPass(absl::Span<const SequenceStep> steps, std::vector<size_t>& places);
  // Enqueues the pass up to its logits and counts it into the slots' states. `greedy`: its tokens will be chosen.
  void RunPass(absl::Span<const SequenceStep> steps, bool greedy);
  void RunLayers();

  const Lfm2Config config_;
  const Lfm2Weights weights_;
  Backend& backend_;
  const int context_;
  const int max_rows_;

  // Sequence state.
  std::vector<int> lengths_;                      // [slot] positions held
  std::vector<bool> chosen_;                      // [slot] the device has chosen the token after them
  std::vector<std::unique_ptr<KvCache>> kv_;      // [layer], null on convolution layers
  std::vector<std::unique_ptr<ConvState>> conv_;  // [layer], null on attention layers

  // Activations of one pass, reused by every layer. Names say what they hold last.
  Pass pass_;
  std::unique_ptr<Rows> x_;                               // the residual stream [row][width]
  std::unique_ptr<Rows> wide_;                            // B, C, X of a convolution [row][3 * width]
  std::unique_ptr<Rows> qkv_;                             // [row][(heads + 2 kv_heads) * head_dim]
  std::unique_ptr<Rows> gate_up_;                         // [row][2 * ff]
  std::unique_ptr<Rows> normed_;                          // the router's input [row][width], MoE only
  std::unique_ptr<MatrixInput> in_width_;                 // [row][width]
  std::unique_ptr<MatrixInput> in_heads_;                 // [row][heads * head_dim]
  std::unique_ptr<MatrixInput> in_ff_;                    // [row][ff]
  std::unique_ptr<Rows> logits_;                          // [slot][vocab]
  std::vector<float> logits_in_row_order_, logits_host_;  // [slot][vocab]
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LFM2_MODEL_H_
