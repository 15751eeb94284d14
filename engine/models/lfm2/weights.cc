#include "engine/models/lfm2/weights.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/models/tensor_loader.h"

namespace ferro {
namespace {

class WeightLoader {
 public:
  WeightLoader(const GgufFile& file, const Lfm2Config& config, Backend& backend,
               const std::function<void(double)>& progress)
      : file_(file), config_(config), backend_(backend), load_(file, backend, progress) {}

  absl::StatusOr<Lfm2Weights> Load() {
    Lfm2Weights weights;
    const int64_t width = config_.width;
    FERRO_ASSIGN_OR_RETURN(weights.embedding, load_.Weight("token_embd.weight", width, config_.vocab));
    if (file_.FindTensor("output.weight") != nullptr) {
      FERRO_ASSIGN_OR_RETURN(weights.output, load_.Weight("output.weight", width, config_.vocab));
    }
    // The final norm is called token_embd_norm in most files, although it follows the last layer.
    const char* final_norm =
        file_.FindTensor("token_embd_norm.weight") != nullptr ? "token_embd_norm.weight" : "output_norm.weight";
    FERRO_ASSIGN_OR_RETURN(weights.final_norm, load_.Floats(final_norm, {width}));
    for (int i = 0; i < static_cast<int>(config_.layers.size()); ++i) {
      FERRO_ASSIGN_OR_RETURN(Lfm2Layer layer, Layer(i));
      weights.layers.push_back(std::move(layer));
    }
    return weights;
  }

 private:
  absl::StatusOr<Lfm2Layer> Layer(int i) {
    Lfm2Layer layer;
    const Lfm2LayerConfig& shape = config_.layers[i];
    const std::string blk = absl::StrCat("blk.", i, ".");
    const int64_t width = config_.width;
    FERRO_ASSIGN_OR_RETURN(layer.operator_norm, load_.Floats(blk + "attn_norm.weight", {width}));
    FERRO_ASSIGN_OR_RETURN(layer.ffn_norm, load_.Floats(blk + "ffn_norm.weight", {width}));
    FERRO_RETURN_IF_ERROR(shape.attention ? Attention(blk, layer) : Convolution(blk, layer));
    FERRO_RETURN_IF_ERROR(shape.dense ? Dense(blk, layer) : Experts(blk, layer));
    return layer;
  }

  absl::Status Convolution(const std::string& blk, Lfm2Layer& layer) {
    const int64_t width = config_.width;
    FERRO_ASSIGN_OR_RETURN(layer.conv_in, load_.Weight(blk + "shortconv.in_proj.weight", width, 3 * width));
    FERRO_ASSIGN_OR_RETURN(layer.conv_taps, load_.Floats(blk + "shortconv.conv.weight", {config_.taps, width}));
    FERRO_ASSIGN_OR_RETURN(layer.conv_out, load_.Weight(blk + "shortconv.out_proj.weight", width, width));
    return absl::OkStatus();
  }

  absl::Status Attention(const std::string& blk, Lfm2Layer& layer) {
    const int64_t width = config_.width, q = int64_t{config_.heads} * config_.head_dim;
    const int64_t kv = int64_t{config_.kv_heads} * config_.head_dim;
    if (file_.FindTensor(blk + "attn_qkv.weight") != nullptr) {
      FERRO_ASSIGN_OR_RETURN(layer.qkv, load_.Weight(blk + "attn_qkv.weight", width, q + 2 * kv));
    } else {
      FERRO_ASSIGN_OR_RETURN(
          layer.qkv,
          load_.Stacked({{blk + "attn_q.weight", q}, {blk + "attn_k.weight", kv}, {blk + "attn_v.weight", kv}}, width));
    }
    FERRO_ASSIGN_OR_RETURN(layer.q_norm, load_.Floats(blk + "attn_q_norm.weight", {config_.head_dim}));
    FERRO_ASSIGN_OR_RETURN(layer.k_norm, load_.Floats(blk + "attn_k_norm.weight", {config_.head_dim}));
    FERRO_ASSIGN_OR_RETURN(layer.attention_out, load_.Weight(blk + "attn_output.weight", q, width));
    return absl::OkStatus();
  }

  absl::Status Dense(const std::string& blk, Lfm2Layer& layer) {
    const int64_t ff = config_.ff;
    FERRO_ASSIGN_OR_RETURN(layer.gate_up,
                           load_.Stacked({{blk + "ffn_gate.weight", ff}, {blk + "ffn_up.weight", ff}}, config_.width));
    FERRO_ASSIGN_OR_RETURN(layer.down, load_.Weight(blk + "ffn_down.weight", ff, config_.width));
    return absl::OkStatus();
  }

  absl::Status Experts(const std::string& blk, Lfm2Layer& layer) {
    const int64_t width = config_.width, ff = config_.expert_ff, experts = config_.experts;
    FERRO_ASSIGN_OR_RETURN(layer.router, load_.Floats(blk + "ffn_gate_inp.weight", {width, experts}));
    if (file_.FindTensor(blk + "exp_probs_b.bias") != nullptr) {
      FERRO_ASSIGN_OR_RETURN(layer.router_bias, load_.Floats(blk + "exp_probs_b.bias", {experts}));
    }
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* gate, load_.Checked(blk + "ffn_gate_exps.weight", {width, ff, experts}));
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* up, load_.Checked(blk + "ffn_up_exps.weight", {width, ff, experts}));
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* down, load_.Checked(blk + "ffn_down_exps.weight", {ff, width, experts}));
    std::vector<std::vector<MatrixPart>> gate_up_parts, down_parts;
    for (int64_t e = 0; e < experts; ++e) {
      gate_up_parts.push_back({{gate, e * ff, ff}, {up, e * ff, ff}});
      down_parts.push_back({{down, e * width, width}});
    }
    FERRO_ASSIGN_OR_RETURN(layer.expert_gate_up, backend_.LoadMatrixStack(gate_up_parts));
    load_.Loaded(static_cast<double>(gate->data.size() + up->data.size()));
    FERRO_ASSIGN_OR_RETURN(layer.expert_down, backend_.LoadMatrixStack(down_parts));
    load_.Loaded(static_cast<double>(down->data.size()));
    layer.moe = {.router = layer.router.get(),
                 .router_bias = layer.router_bias.get(),
                 .gate_up = layer.expert_gate_up.get(),
                 .down = layer.expert_down.get(),
                 .used = config_.experts_used,
                 .softmax_gate = config_.softmax_gate,
                 .scale = config_.expert_scale};
    return absl::OkStatus();
  }

  const GgufFile& file_;
  const Lfm2Config& config_;
  Backend& backend_;
  TensorLoader load_;
};

}  // namespace

absl::StatusOr<Lfm2Weights> LoadLfm2Weights(const GgufFile& file, const Lfm2Config& config, Backend& backend,
                                            const std::function<void(double)>& progress) {
  return WeightLoader(file, config, backend, progress).Load();
}

}  // namespace ferro
