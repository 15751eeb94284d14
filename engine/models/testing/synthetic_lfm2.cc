#include "engine/models/testing/synthetic_lfm2.h"

#include <cmath>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "engine/gguf/dequant.h"

namespace ferro {
namespace {

// Exact multiples of 2^-23 in [-1, 1).
class Uniform {
 public:
  Uniform(uint64_t seed, absl::string_view name) {
    for (const unsigned char c : name) state_ = (state_ ^ c) * 0x100000001b3;
    state_ += seed * kGolden;
  }
  float At(uint64_t i) const {
    uint64_t z = state_ + (i + 1) * kGolden;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    z ^= z >> 31;
    return static_cast<float>(z >> 40) * 0x1p-23f - 1.0f;
  }

 private:
  static constexpr uint64_t kGolden = 0x9E3779B97F4A7C15;
  uint64_t state_ = 0xcbf29ce484222325;
};

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
    : seed_(shape.seed), type_(shape.type), zeros_(shape.zeros) {
  AddMetadata(shape);
  if (vocabulary != nullptr) AddVocabulary(shape, *vocabulary);
  Add("token_embd.weight", {shape.width, shape.vocab}, shape.embedding_scale);
  for (int layer = 0; layer < static_cast<int>(shape.kv_heads.size()); ++layer) AddLayer(shape, layer);
  Add("token_embd_norm.weight", {shape.width}, 0.5, 1);
}

void SyntheticModel::AddMetadata(const SyntheticLfm2& shape) {
  const std::string a = shape.arch + ".";
  writer_.AddString("general.architecture", shape.arch);
  writer_.AddString("general.name", shape.name);
  writer_.AddU32("general.file_type", type_ == TensorType::kF32 ? 0 : 7);
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
  Add(p + "attn_norm.weight", {n}, 0.5, 1);
  if (kv > 0) {
    Add(p + "attn_q.weight", {n, n});
    Add(p + "attn_k.weight", {n, kv});
    Add(p + "attn_v.weight", {n, kv});
    Add(p + "attn_output.weight", {n, n});
    Add(p + "attn_q_norm.weight", {head_dim}, 1, 2);
    Add(p + "attn_k_norm.weight", {head_dim}, 0.5, 1);
  } else {
    Add(p + "shortconv.in_proj.weight", {n, 3 * n});
    Add(p + "shortconv.conv.weight", {shape.taps, n}, 1, 0, /*keep_f32=*/true);
    Add(p + "shortconv.out_proj.weight", {n, n});
  }
  Add(p + "ffn_norm.weight", {n}, 0.5, 1);
  if (shape.experts == 0 || layer < shape.leading_dense) {
    Add(p + "ffn_gate.weight", {n, shape.ff});
    Add(p + "ffn_up.weight", {n, shape.ff});
    Add(p + "ffn_down.weight", {shape.ff, n});
    return;
  }
  Add(p + "ffn_gate_inp.weight", {n, shape.experts}, 0.3, 0, /*keep_f32=*/true);
  Add(p + "exp_probs_b.bias", {shape.experts}, 0.2);
  Add(p + "ffn_gate_exps.weight", {n, shape.expert_ff, shape.experts});
  Add(p + "ffn_up_exps.weight", {n, shape.expert_ff, shape.experts});
  Add(p + "ffn_down_exps.weight", {shape.expert_ff, n, shape.experts});
}

void SyntheticModel::Add(const std::string& name, std::vector<int64_t> shape, double scale, float offset,
                         bool keep_f32) {
  const int64_t row = shape[0];
  int64_t rows = 1;
  for (size_t d = 1; d < shape.size(); ++d) rows *= shape[d];
  const bool f32 = keep_f32 || shape.size() < 2 || type_ == TensorType::kF32;
  const TensorType type = f32 ? TensorType::kF32 : type_;
  const float factor = static_cast<float>(scale != 0 ? scale : std::sqrt(3.0 / static_cast<double>(row)));
  const int64_t row_bytes = *RowBytes(type, row);
  if (zeros_) {
    zero_bytes_.emplace_back(static_cast<size_t>(rows * row_bytes));
    writer_.AddTensor(name, type, std::move(shape), zero_bytes_.back().bytes());
    return;
  }

  const Uniform uniform(seed_, name);
  std::vector<uint8_t> bytes(rows * row_bytes);
  std::vector<float> values(row);
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < row; ++i) values[i] = uniform.At(r * row + i) * factor + offset;
    uint8_t* to = bytes.data() + r * row_bytes;
    if (f32) {
      std::memcpy(to, values.data(), row_bytes);
    } else {
      QuantizeQ8_0Row(values.data(), to, row);
    }
  }
  bytes_.push_back(std::move(bytes));
  writer_.AddTensor(name, type, std::move(shape), bytes_.back());
}

}  // namespace ferro
