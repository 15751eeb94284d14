#include "engine/models/testing/synthetic_decision.h"

#include "absl/strings/str_cat.h"

namespace ferro {

SyntheticDecision D1OmniShape() {
  SyntheticDecision shape;
  shape.width = 1024;
  shape.ff = 4608;
  shape.heads = 16;
  shape.kv_heads.assign(16, 0);
  for (const int layer : {2, 5, 8, 10, 12, 14}) shape.kv_heads[layer] = 8;
  shape.vocab = 65536;
  shape.context = 128000;
  shape.mask_token = 16;
  return shape;
}

SyntheticDecisionModel::SyntheticDecisionModel(const SyntheticDecision& shape)
    : tensors_(shape.seed, shape.type, shape.zeros, writer_) {
  AddMetadata(shape);
  const int trunk = static_cast<int>(shape.kv_heads.size());
  tensors_.Add("token_embd.weight", {shape.width, shape.vocab}, 0.5);
  for (int i = 0; i < trunk; ++i) AddTrunkLayer(shape, i);
  tensors_.Add("token_embd_norm.weight", {shape.width}, 0.5, 1);
  for (int i = 0; i < shape.head_blocks; ++i) AddHeadBlock(shape, trunk + i);
  tensors_.Add("token_types.weight", {shape.width, 3}, 1, 0, /*keep_f32=*/true);
  AddNorm("cls.norm", shape.width);
  AddLinear("cls", shape.width, shape.width);
  tensors_.Add("cls.output.weight", {shape.width}, 1);
  tensors_.Add("cls.output.bias", {1}, 0.3);
}

void SyntheticDecisionModel::AddMetadata(const SyntheticDecision& shape) {
  const int trunk = static_cast<int>(shape.kv_heads.size());
  std::vector<int32_t> ff(trunk, shape.ff), kv(shape.kv_heads.begin(), shape.kv_heads.end());
  ff.resize(trunk + shape.head_blocks, 4 * shape.width);
  kv.resize(trunk + shape.head_blocks, shape.heads);
  writer_.AddString("general.architecture", "lfm2");
  writer_.AddString("general.name", "synthetic-d1");
  writer_.AddU32("general.quantization_version", 2);
  writer_.AddU32("lfm2.block_count", static_cast<uint32_t>(kv.size()));
  writer_.AddU32("lfm2.context_length", shape.context);
  writer_.AddU32("lfm2.embedding_length", shape.width);
  writer_.AddArray<int32_t>("lfm2.feed_forward_length", ff);
  writer_.AddU32("lfm2.attention.head_count", shape.heads);
  writer_.AddArray<int32_t>("lfm2.attention.head_count_kv", kv);
  writer_.AddF32("lfm2.rope.freq_base", 1e6f);
  writer_.AddF32("lfm2.attention.layer_norm_rms_epsilon", 1e-5f);
  writer_.AddF32("lfm2.attention.layer_norm_epsilon", 1e-5f);
  writer_.AddBool("lfm2.attention.causal", false);
  writer_.AddU32("lfm2.vocab_size", shape.vocab);
  writer_.AddU32("lfm2.shortconv.l_cache", 3);
  writer_.AddString("lfm2.decision.type", "lfm2-d1-omni");
  writer_.AddU32("lfm2.decision.block_count", shape.head_blocks);
  writer_.AddU32("tokenizer.ggml.token_type_count", 3);
  writer_.AddU32("tokenizer.ggml.mask_token_id", shape.mask_token);
  writer_.AddString("tokenizer.chat_template.systemone", "");
}

void SyntheticDecisionModel::AddTrunkLayer(const SyntheticDecision& shape, int layer) {
  const std::string p = absl::StrCat("blk.", layer, ".");
  const int n = shape.width, head_dim = n / shape.heads, kv = shape.kv_heads[layer] * head_dim;
  tensors_.Add(p + "attn_norm.weight", {n}, 0.5, 1);
  if (kv > 0) {
    tensors_.Add(p + "attn_q.weight", {n, n});
    tensors_.Add(p + "attn_k.weight", {n, kv});
    tensors_.Add(p + "attn_v.weight", {n, kv});
    tensors_.Add(p + "attn_output.weight", {n, n});
    tensors_.Add(p + "attn_q_norm.weight", {head_dim}, 1, 2);
    tensors_.Add(p + "attn_k_norm.weight", {head_dim}, 0.5, 1);
  } else {
    tensors_.Add(p + "shortconv.in_proj.weight", {n, 3 * n});
    tensors_.Add(p + "shortconv.conv.weight", {3, n}, 1, 0, /*keep_f32=*/true);
    tensors_.Add(p + "shortconv.out_proj.weight", {n, n});
  }
  tensors_.Add(p + "ffn_norm.weight", {n}, 0.5, 1);
  tensors_.Add(p + "ffn_gate.weight", {n, shape.ff});
  tensors_.Add(p + "ffn_up.weight", {n, shape.ff});
  tensors_.Add(p + "ffn_down.weight", {shape.ff, n});
}

void SyntheticDecisionModel::AddHeadBlock(const SyntheticDecision& shape, int layer) {
  const std::string p = absl::StrCat("blk.", layer, ".");
  const int n = shape.width;
  AddNorm(p + "attn_norm", n);
  AddLinear(p + "attn_qkv", n, 3 * n);
  AddLinear(p + "attn_output", n, n);
  AddNorm(p + "ffn_norm", n);
  AddLinear(p + "ffn_up", n, 4 * n);
  AddLinear(p + "ffn_down", 4 * n, n);
}

void SyntheticDecisionModel::AddNorm(const std::string& name, int width) {
  tensors_.Add(name + ".weight", {width}, 0.5, 1);
  tensors_.Add(name + ".bias", {width}, 0.3);
}

void SyntheticDecisionModel::AddLinear(const std::string& name, int inputs, int outputs) {
  tensors_.Add(name + ".weight", {inputs, outputs});
  tensors_.Add(name + ".bias", {outputs}, 0.3);
}

}  // namespace ferro
