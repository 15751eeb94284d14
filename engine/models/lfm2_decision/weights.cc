#include "engine/models/lfm2_decision/weights.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/status_macros.h"
#include "engine/models/tensor_loader.h"

namespace ferro {
namespace {

class WeightLoader {
 public:
  WeightLoader(const GgufFile& file, const DecisionConfig& config, Backend& backend,
               const std::function<void(double)>& progress)
      : config_(config), backend_(backend), load_(file, backend, progress) {}

  absl::StatusOr<DecisionWeights> Load() {
    DecisionWeights weights;
    const int64_t width = config_.width;
    FERRO_ASSIGN_OR_RETURN(weights.embedding, load_.Weight("token_embd.weight", width, config_.vocab));
    const int trunk = static_cast<int>(config_.attention.size());
    for (int i = 0; i < trunk; ++i) {
      FERRO_ASSIGN_OR_RETURN(DecisionTrunkLayer layer, TrunkLayer(i));
      weights.trunk.push_back(std::move(layer));
    }
    // Named after the embedding, although it follows the last layer.
    FERRO_ASSIGN_OR_RETURN(weights.trunk_norm, load_.Floats("token_embd_norm.weight", {width}));
    FERRO_ASSIGN_OR_RETURN(weights.types, load_.Floats("token_types.weight", {width, 3}));
    for (int i = 0; i < config_.head_blocks; ++i) {
      FERRO_ASSIGN_OR_RETURN(DecisionHeadBlock block, HeadBlock(trunk + i, i + 1 == config_.head_blocks));
      weights.head.push_back(std::move(block));
    }
    FERRO_ASSIGN_OR_RETURN(weights.scorer_norm, Norm("cls.norm"));
    FERRO_ASSIGN_OR_RETURN(weights.scorer, Biased("cls", width, width));
    FERRO_ASSIGN_OR_RETURN(weights.score_weight, load_.Floats("cls.output.weight", {width}));  // or {width, 1}
    FERRO_ASSIGN_OR_RETURN(weights.score_bias, load_.Floats("cls.output.bias", {1}));
    return weights;
  }

 private:
  absl::StatusOr<DecisionTrunkLayer> TrunkLayer(int i) {
    DecisionTrunkLayer layer;
    const std::string blk = absl::StrCat("blk.", i, ".");
    const int64_t width = config_.width, ff = config_.ff;
    FERRO_ASSIGN_OR_RETURN(layer.operator_norm, load_.Floats(blk + "attn_norm.weight", {width}));
    FERRO_RETURN_IF_ERROR(config_.attention[i] ? Attention(blk, layer) : Convolution(blk, layer));
    FERRO_ASSIGN_OR_RETURN(layer.ffn_norm, load_.Floats(blk + "ffn_norm.weight", {width}));
    FERRO_ASSIGN_OR_RETURN(layer.gate_up,
                           load_.Stacked({{blk + "ffn_gate.weight", ff}, {blk + "ffn_up.weight", ff}}, width));
    FERRO_ASSIGN_OR_RETURN(layer.down, load_.Weight(blk + "ffn_down.weight", ff, width));
    return layer;
  }

  absl::Status Convolution(const std::string& blk, DecisionTrunkLayer& layer) {
    const int64_t width = config_.width;
    FERRO_ASSIGN_OR_RETURN(layer.conv_in, load_.Weight(blk + "shortconv.in_proj.weight", width, 3 * width));
    FERRO_ASSIGN_OR_RETURN(layer.conv_taps, load_.Floats(blk + "shortconv.conv.weight", {3, width}));
    FERRO_ASSIGN_OR_RETURN(layer.conv_out, load_.Weight(blk + "shortconv.out_proj.weight", width, width));
    return absl::OkStatus();
  }

  absl::Status Attention(const std::string& blk, DecisionTrunkLayer& layer) {
    const int64_t width = config_.width, kv = int64_t{config_.kv_heads} * config_.head_dim;
    FERRO_ASSIGN_OR_RETURN(
        layer.qkv,
        load_.Stacked({{blk + "attn_q.weight", width}, {blk + "attn_k.weight", kv}, {blk + "attn_v.weight", kv}},
                      width));
    FERRO_ASSIGN_OR_RETURN(layer.q_norm, load_.Floats(blk + "attn_q_norm.weight", {config_.head_dim}));
    FERRO_ASSIGN_OR_RETURN(layer.k_norm, load_.Floats(blk + "attn_k_norm.weight", {config_.head_dim}));
    FERRO_ASSIGN_OR_RETURN(layer.attention_out, load_.Weight(blk + "attn_output.weight", width, width));
    return absl::OkStatus();
  }

  absl::StatusOr<DecisionHeadBlock> HeadBlock(int i, bool last) {
    DecisionHeadBlock block;
    const std::string blk = absl::StrCat("blk.", i, ".");
    const int64_t width = config_.width, ff = config_.head_ff;
    FERRO_ASSIGN_OR_RETURN(block.attention_norm, Norm(blk + "attn_norm"));
    if (last) {
      FERRO_ASSIGN_OR_RETURN(block.q, BiasedRows(blk + "attn_qkv", width, 3 * width, 0, width));
      FERRO_ASSIGN_OR_RETURN(block.kv, BiasedRows(blk + "attn_qkv", width, 3 * width, width, 2 * width));
    } else {
      FERRO_ASSIGN_OR_RETURN(block.qkv, Biased(blk + "attn_qkv", width, 3 * width));
    }
    FERRO_ASSIGN_OR_RETURN(block.attention_out, Biased(blk + "attn_output", width, width));
    FERRO_ASSIGN_OR_RETURN(block.ffn_norm, Norm(blk + "ffn_norm"));
    FERRO_ASSIGN_OR_RETURN(block.up, Biased(blk + "ffn_up", width, ff));
    FERRO_ASSIGN_OR_RETURN(block.down, Biased(blk + "ffn_down", ff, width));
    return block;
  }

  absl::StatusOr<LayerNormWeights> Norm(const std::string& name) {
    LayerNormWeights norm;
    FERRO_ASSIGN_OR_RETURN(norm.weight, load_.Floats(name + ".weight", {config_.width}));
    FERRO_ASSIGN_OR_RETURN(norm.bias, load_.Floats(name + ".bias", {config_.width}));
    return norm;
  }

  absl::StatusOr<BiasedMatrix> Biased(const std::string& name, int64_t inputs, int64_t outputs) {
    return BiasedRows(name, inputs, outputs, 0, outputs);
  }

  absl::StatusOr<BiasedMatrix> BiasedRows(const std::string& name, int64_t inputs, int64_t outputs, int64_t first,
                                          int64_t rows) {
    BiasedMatrix matrix;
    FERRO_ASSIGN_OR_RETURN(matrix.weight, load_.WeightRows(name + ".weight", inputs, outputs, first, rows));
    FERRO_ASSIGN_OR_RETURN(const std::vector<float> bias, load_.Values(name + ".bias", {outputs}));
    FERRO_ASSIGN_OR_RETURN(matrix.bias, backend_.LoadVector(absl::MakeConstSpan(bias).subspan(first, rows)));
    return matrix;
  }

  const DecisionConfig& config_;
  Backend& backend_;
  TensorLoader load_;
};

}  // namespace

absl::StatusOr<DecisionWeights> LoadDecisionWeights(const GgufFile& file, const DecisionConfig& config,
                                                    Backend& backend, const std::function<void(double)>& progress) {
  return WeightLoader(file, config, backend, progress).Load();
}

}  // namespace ferro
