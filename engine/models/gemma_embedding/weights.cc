#include "engine/models/gemma_embedding/weights.h"

#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/models/tensor_loader.h"

namespace ferro {
namespace {

class WeightLoader {
 public:
  WeightLoader(const GgufFile& file, const GemmaEmbeddingConfig& config, Backend& backend,
               const std::function<void(double)>& progress)
      : config_(config), backend_(backend), load_(file, backend, progress) {}

  absl::StatusOr<GemmaEmbeddingWeights> Load() {
    GemmaEmbeddingWeights weights;
    FERRO_ASSIGN_OR_RETURN(weights.embedding, load_.Weight("token_embd.weight", config_.width, config_.facts.vocab));
    if (config_.per_layer > 0) {
      FERRO_ASSIGN_OR_RETURN(weights.per_layer_norm, load_.Floats("per_layer_proj_norm.weight", {config_.per_layer}));
    }
    for (size_t i = 0; i < config_.layers.size(); ++i) {
      FERRO_ASSIGN_OR_RETURN(GemmaLayer layer, Layer(static_cast<int>(i)));
      weights.layers.push_back(std::move(layer));
    }
    FERRO_ASSIGN_OR_RETURN(weights.output_norm, Norm("output_norm.weight", config_.width));
    int inputs = config_.width;
    for (const GemmaEmbeddingConfig::HeadMatrix& matrix : config_.head) {
      FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Matrix> loaded, load_.Weight(matrix.name, inputs, matrix.outputs));
      weights.head.push_back(std::move(loaded));
      inputs = matrix.outputs;
    }
    return weights;
  }

 private:
  absl::StatusOr<std::unique_ptr<Vector>> Norm(const std::string& name, int width) {
    return load_.Floats(name, {width});
  }

  absl::StatusOr<GemmaLayer> Layer(int i) {
    GemmaLayer layer;
    const std::string blk = absl::StrCat("blk.", i, ".");
    const int64_t width = config_.width, ff = config_.ff;
    FERRO_ASSIGN_OR_RETURN(layer.attention_norm, Norm(blk + "attn_norm.weight", config_.width));
    FERRO_RETURN_IF_ERROR(Attention(blk, config_.layers[i].attention.heads, layer));
    FERRO_ASSIGN_OR_RETURN(layer.post_attention_norm, Norm(blk + "post_attention_norm.weight", config_.width));
    FERRO_ASSIGN_OR_RETURN(layer.ffn_norm, Norm(blk + "ffn_norm.weight", config_.width));
    FERRO_ASSIGN_OR_RETURN(layer.gate_up,
                           load_.Stacked({{blk + "ffn_gate.weight", ff}, {blk + "ffn_up.weight", ff}}, width));
    FERRO_ASSIGN_OR_RETURN(layer.down, load_.Weight(blk + "ffn_down.weight", ff, width));
    FERRO_ASSIGN_OR_RETURN(layer.post_ffn_norm, Norm(blk + "post_ffw_norm.weight", config_.width));
    if (config_.per_layer > 0) FERRO_RETURN_IF_ERROR(Branch(i, blk, layer));
    return layer;
  }

  absl::Status Attention(const std::string& blk, const AttentionShape& heads, GemmaLayer& layer) {
    const int64_t q = int64_t{heads.heads} * heads.head_dim, kv = int64_t{heads.kv_heads} * heads.head_dim;
    FERRO_ASSIGN_OR_RETURN(
        layer.qkv, load_.Stacked({{blk + "attn_q.weight", q}, {blk + "attn_k.weight", kv}, {blk + "attn_v.weight", kv}},
                                 config_.width));
    FERRO_ASSIGN_OR_RETURN(layer.q_norm, Norm(blk + "attn_q_norm.weight", heads.head_dim));
    FERRO_ASSIGN_OR_RETURN(layer.k_norm, Norm(blk + "attn_k_norm.weight", heads.head_dim));
    if (config_.normalizes_values) {
      FERRO_ASSIGN_OR_RETURN(layer.v_norm, backend_.LoadVector(std::vector<float>(heads.head_dim, 1.0f)));
    }
    FERRO_ASSIGN_OR_RETURN(layer.attention_out, load_.Weight(blk + "attn_output.weight", q, config_.width));
    return absl::OkStatus();
  }

  absl::Status Branch(int i, const std::string& blk, GemmaLayer& layer) {
    const int64_t width = config_.width, own = config_.per_layer;
    GemmaPerLayerBranch& branch = layer.branch;
    FERRO_ASSIGN_OR_RETURN(branch.input,
                           load_.WeightRows("per_layer_model_proj.weight", width,
                                            own * static_cast<int64_t>(config_.layers.size()), i * own, own));
    FERRO_ASSIGN_OR_RETURN(branch.gate, load_.Weight(blk + "inp_gate.weight", width, own));
    FERRO_ASSIGN_OR_RETURN(branch.proj, load_.Weight(blk + "proj.weight", own, width));
    FERRO_ASSIGN_OR_RETURN(branch.post_norm, Norm(blk + "post_norm.weight", config_.width));
    FERRO_ASSIGN_OR_RETURN(const std::vector<float> scale, load_.Values(blk + "layer_output_scale.weight", {1}));
    if (!std::isfinite(scale[0])) {
      return absl::InvalidArgumentError(absl::StrCat(blk, "layer_output_scale.weight is ", scale[0]));
    }
    layer.output_scale = scale[0];
    return absl::OkStatus();
  }

  const GemmaEmbeddingConfig& config_;
  Backend& backend_;
  TensorLoader load_;
};

}  // namespace

absl::StatusOr<GemmaEmbeddingWeights> LoadGemmaEmbeddingWeights(const GgufFile& file,
                                                                const GemmaEmbeddingConfig& config, Backend& backend,
                                                                const std::function<void(double)>& progress) {
  return WeightLoader(file, config, backend, progress).Load();
}

}  // namespace ferro
