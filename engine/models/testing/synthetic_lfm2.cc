#include "engine/models/testing/synthetic_lfm2.h"

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

std::vector<int> KvHeads(int layers, int heads, const std::vector<int>& attention) {
  std::vector<int> kv(layers, 0);
  for (const int layer : attention) kv[layer] = heads;
  return kv;
}

}  // namespace

SyntheticLfm2 TinyLfm2() { return {}; }

SyntheticLfm2 TinyLfm2Moe() {
  SyntheticLfm2 shape;
  shape.arch = "lfm2moe";
  shape.name = "tiny-lfm2moe";
  shape.width = 128;
  shape.ff = 256;
  shape.heads = 2;
  shape.kv_heads = {0, 1, 0, 1};
  shape.embedding_scale = 0.5f;
  shape.leading_dense = 1;
  shape.experts = 8;
  shape.experts_used = 3;
  shape.expert_ff = 64;
  return shape;
}

absl::StatusOr<SyntheticLfm2> SyntheticByName(absl::string_view name) {
  if (name == "tiny-lfm2") return TinyLfm2();
  if (name == "tiny-lfm2moe") return TinyLfm2Moe();
  SyntheticLfm2 shape;
  shape.name = std::string(name);
  shape.vocab = 65536;
  shape.context = 128000;
  if (name == "lfm2-350m" || name == "lfm2-1.2b") {
    shape.kv_heads = KvHeads(16, 8, {2, 5, 8, 10, 12, 14});
    shape.width = name == "lfm2-350m" ? 1024 : 2048;
    shape.ff = name == "lfm2-350m" ? 4608 : 8192;
  } else if (name == "lfm2-2.6b") {
    shape.kv_heads = KvHeads(30, 8, {2, 5, 9, 13, 17, 21, 24, 27});
    shape.width = 2048;
    shape.ff = 10752;
  } else if (name == "lfm2-8b-a1b") {
    shape.arch = "lfm2moe";
    shape.kv_heads = KvHeads(24, 8, {2, 6, 10, 14, 18, 21});
    shape.width = 2048;
    shape.ff = 7168;
    shape.leading_dense = 2;
    shape.experts = 32;
    shape.experts_used = 4;
    shape.expert_ff = 1792;
  } else {
    return absl::InvalidArgumentError(absl::StrCat("no synthetic model \"", name,
                                                   "\"; there are tiny-lfm2, tiny-lfm2moe, lfm2-350m, lfm2-1.2b, "
                                                   "lfm2-2.6b and lfm2-8b-a1b"));
  }
  shape.heads = shape.width / 64;
  return shape;
}

SyntheticModel::SyntheticModel(const SyntheticLfm2& shape, const GgufFile* vocabulary)
    : tensors_(shape.seed, shape.type, shape.zeros, writer_) {
  AddMetadata(shape);
  if (vocabulary != nullptr) AddVocabulary(shape, *vocabulary);
  tensors_.Add("token_embd.weight", {shape.width, shape.vocab}, shape.embedding_scale);
  for (int layer = 0; layer < static_cast<int>(shape.kv_heads.size()); ++layer) AddLayer(shape, layer);
  tensors_.Add("token_embd_norm.weight", {shape.width}, 0.5, 1);
}

void SyntheticModel::AddMetadata(const SyntheticLfm2& shape) {
  const std::string a = shape.arch + ".";
  writer_.AddString("general.architecture", shape.arch);
  writer_.AddString("general.name", shape.name);
  writer_.AddU32("general.file_type", shape.type == TensorType::kF32 ? 0 : 7);
  writer_.AddU32("general.quantization_version", 2);
  writer_.AddU32(a + "block_count", static_cast<uint32_t>(shape.kv_heads.size()));
  writer_.AddU32(a + "context_length", shape.context);
  writer_.AddU32(a + "embedding_length", shape.width);
  writer_.AddU32(a + "feed_forward_length", shape.ff);
  writer_.AddU32(a + "attention.head_count", shape.heads);
  writer_.AddArray<int32_t>(a + "attention.head_count_kv", {shape.kv_heads.begin(), shape.kv_heads.end()});
  writer_.AddF32(a + "rope.freq_base", shape.rope_base);
  writer_.AddF32(a + "attention.layer_norm_rms_epsilon", 1e-5f);
  writer_.AddU32(a + "vocab_size", shape.vocab);
  writer_.AddU32(a + "shortconv.l_cache", shape.taps);
  if (shape.experts > 0) {
    writer_.AddU32(a + "expert_count", shape.experts);
    writer_.AddU32(a + "expert_used_count", shape.experts_used);
    writer_.AddU32(a + "expert_feed_forward_length", shape.expert_ff);
    writer_.AddU32(a + "leading_dense_block_count", shape.leading_dense);
    writer_.AddU32(a + "expert_gating_func", 2);
  }
}

void SyntheticModel::AddVocabulary(const SyntheticLfm2& shape, const GgufFile& vocabulary) {
  for (const char* key : {"tokenizer.ggml.model", "tokenizer.ggml.pre", "tokenizer.chat_template"}) {
    if (const auto text = vocabulary.GetString(key); text.ok()) writer_.AddString(key, *text);
  }
  for (const char* key :
       {"tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id", "tokenizer.ggml.padding_token_id"}) {
    if (const auto id = vocabulary.GetU32(key); id.ok()) writer_.AddU32(key, *id);
  }
  for (const char* key : {"tokenizer.ggml.add_bos_token", "tokenizer.ggml.add_eos_token"}) {
    if (const auto value = vocabulary.GetBool(key); value.ok()) writer_.AddBool(key, *value);
  }
  if (const auto merges = vocabulary.GetStringArray("tokenizer.ggml.merges"); merges.ok()) {
    writer_.AddStringArray("tokenizer.ggml.merges", {merges->begin(), merges->end()});
  }
  const auto texts = vocabulary.GetStringArray("tokenizer.ggml.tokens");
  const auto types = vocabulary.GetIntArray("tokenizer.ggml.token_type");
  if (!texts.ok() || !types.ok()) return;
  std::vector<std::string> tokens(texts->begin(), texts->end());
  std::vector<int32_t> token_types(types->begin(), types->end());
  constexpr int32_t kUnused = 5;
  while (static_cast<int>(tokens.size()) < shape.vocab) {
    tokens.push_back(absl::StrCat("[PAD", tokens.size(), "]"));
    token_types.push_back(kUnused);
  }
  writer_.AddStringArray("tokenizer.ggml.tokens", tokens);
  writer_.AddArray<int32_t>("tokenizer.ggml.token_type", token_types);
}

void SyntheticModel::AddLayer(const SyntheticLfm2& shape, int layer) {
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
    tensors_.Add(p + "shortconv.conv.weight", {shape.taps, n}, 1, 0, /*keep_f32=*/true);
    tensors_.Add(p + "shortconv.out_proj.weight", {n, n});
  }
  tensors_.Add(p + "ffn_norm.weight", {n}, 0.5, 1);
  if (shape.experts == 0 || layer < shape.leading_dense) {
    tensors_.Add(p + "ffn_gate.weight", {n, shape.ff});
    tensors_.Add(p + "ffn_up.weight", {n, shape.ff});
    tensors_.Add(p + "ffn_down.weight", {shape.ff, n});
    return;
  }
  tensors_.Add(p + "ffn_gate_inp.weight", {n, shape.experts}, 0.3, 0, /*keep_f32=*/true);
  tensors_.Add(p + "exp_probs_b.bias", {shape.experts}, 0.2);
  tensors_.Add(p + "ffn_gate_exps.weight", {n, shape.expert_ff, shape.experts});
  tensors_.Add(p + "ffn_up_exps.weight", {n, shape.expert_ff, shape.experts});
  tensors_.Add(p + "ffn_down_exps.weight", {shape.expert_ff, n, shape.experts});
}

}  // namespace ferro
