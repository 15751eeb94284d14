#include "engine/models/testing/synthetic_gemma.h"

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

bool IsGemma2(const SyntheticGemma& shape) { return shape.family == EmbeddingFamily::kGemma2; }

std::vector<bool> EverySixthFull(int layers) {
  std::vector<bool> slides(layers);
  for (int i = 0; i < layers; ++i) slides[i] = (i + 1) % 6 != 0;
  return slides;
}

}  // namespace

SyntheticGemma TinyGemma1() {
  SyntheticGemma shape;
  shape.family = EmbeddingFamily::kGemma1;
  shape.heads = 3;
  shape.full_dim = shape.sliding_dim = 64;
  shape.full_kv_heads = shape.sliding_kv_heads = 1;
  shape.slides = EverySixthFull(7);
  return shape;
}

SyntheticGemma EmbeddingGemma300mShape() {
  SyntheticGemma shape = TinyGemma1();
  shape.width = shape.output = 768;
  shape.ff = 1152;
  shape.dense = 3072;
  shape.full_dim = shape.sliding_dim = 256;
  shape.slides = EverySixthFull(24);
  shape.window = 512;
  shape.vocab = 262144;
  return shape;
}

SyntheticGemma EmbeddingGemma2Shape() {
  SyntheticGemma shape;
  shape.width = shape.per_layer = 512;
  shape.ff = 2048;
  shape.output = 768;
  shape.full_dim = 512;
  shape.sliding_dim = 256;
  shape.slides = EverySixthFull(24);
  shape.window = 1024;
  shape.vocab = 262144;
  shape.context = 8192;
  return shape;
}

SyntheticGemmaModel::SyntheticGemmaModel(const SyntheticGemma& shape)
    : tensors_(shape.seed, shape.type, shape.zeros, writer_) {
  AddMetadata(shape);
  const int layers = static_cast<int>(shape.slides.size());
  tensors_.Add("token_embd.weight", {shape.width, shape.vocab}, 0.15);
  if (IsGemma2(shape)) {
    tensors_.Add("per_layer_model_proj.weight", {shape.width, int64_t{shape.per_layer} * layers});
    AddNorm("per_layer_proj_norm.weight", shape.per_layer);
  }
  for (int i = 0; i < layers; ++i) AddLayer(shape, i);
  AddNorm("output_norm.weight", shape.width);
  if (IsGemma2(shape)) {
    tensors_.Add("output.weight", {shape.width, shape.output});
  } else if (shape.output > 0) {
    tensors_.Add("dense_2.weight", {shape.width, shape.dense});
    tensors_.Add("dense_3.weight", {shape.dense, shape.output});
  }
}

void SyntheticGemmaModel::AddMetadata(const SyntheticGemma& shape) {
  const std::string arch = IsGemma2(shape) ? "gemma-embedding2" : "gemma-embedding";
  const std::string a = arch + ".";
  writer_.AddString("general.architecture", arch);
  writer_.AddString("general.name", "synthetic-gemma");
  writer_.AddU32("general.quantization_version", 2);
  writer_.AddU32(a + "block_count", static_cast<uint32_t>(shape.slides.size()));
  writer_.AddU32(a + "context_length", shape.context);
  writer_.AddU32(a + "embedding_length", shape.width);
  writer_.AddU32(a + "feed_forward_length", shape.ff);
  writer_.AddU32(a + "attention.head_count", shape.heads);
  writer_.AddU32(a + "attention.key_length", shape.full_dim);
  writer_.AddU32(a + "attention.value_length", shape.full_dim);
  writer_.AddF32(a + "attention.layer_norm_rms_epsilon", 1e-6f);
  writer_.AddU32(a + "attention.sliding_window", shape.window);
  writer_.AddF32(a + "rope.freq_base", 1e6f);
  writer_.AddF32(a + "rope.freq_base_swa", 1e4f);
  writer_.AddU32(a + "pooling_type", 1);
  if (!IsGemma2(shape)) {
    writer_.AddU32(a + "attention.head_count_kv", shape.full_kv_heads);
    return;
  }
  std::vector<int32_t> kv;
  for (const bool slides : shape.slides) kv.push_back(slides ? shape.sliding_kv_heads : shape.full_kv_heads);
  writer_.AddArray<int32_t>(a + "attention.head_count_kv", kv);
  writer_.AddBoolArray(a + "attention.sliding_window_pattern", shape.slides);
  writer_.AddU32(a + "attention.key_length_swa", shape.sliding_dim);
  writer_.AddU32(a + "attention.value_length_swa", shape.sliding_dim);
  writer_.AddBool(a + "attention.causal", false);
  writer_.AddU32(a + "embedding_length_out", shape.output);
  writer_.AddU32(a + "embedding_length_per_layer_input", shape.per_layer);
  writer_.AddU32(a + "rope.dimension_count", shape.full_dim);
  writer_.AddU32(a + "rope.dimension_count_swa", shape.sliding_dim);
}

void SyntheticGemmaModel::AddLayer(const SyntheticGemma& shape, int layer) {
  const std::string p = absl::StrCat("blk.", layer, ".");
  const bool slides = shape.slides[layer];
  const int n = shape.width, dim = slides ? shape.sliding_dim : shape.full_dim;
  const int kv = dim * (slides ? shape.sliding_kv_heads : shape.full_kv_heads);
  tensors_.Add(p + "attn_q.weight", {n, shape.heads * dim});
  tensors_.Add(p + "attn_k.weight", {n, kv});
  tensors_.Add(p + "attn_v.weight", {n, kv});
  tensors_.Add(p + "attn_output.weight", {shape.heads * dim, n});
  tensors_.Add(p + "ffn_gate.weight", {n, shape.ff});
  tensors_.Add(p + "ffn_up.weight", {n, shape.ff});
  tensors_.Add(p + "ffn_down.weight", {shape.ff, n});
  for (const char* norm : {"attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm"}) {
    AddNorm(absl::StrCat(p, norm, ".weight"), n);
  }
  AddNorm(p + "attn_k_norm.weight", dim);
  if (!IsGemma2(shape)) {
    AddNorm(p + "attn_q_norm.weight", dim, 1, 2);
    return;
  }
  AddNorm(p + "attn_q_norm.weight", dim, 0.15, 0.3f);  // attention has no scale that would keep scores small
  tensors_.Add(p + "inp_gate.weight", {n, shape.per_layer});
  tensors_.Add(p + "proj.weight", {shape.per_layer, n});
  AddNorm(p + "post_norm.weight", n);
  AddNorm(p + "layer_output_scale.weight", 1, 0.2, 0.8f);
}

void SyntheticGemmaModel::AddNorm(const std::string& name, int width, double scale, float offset) {
  tensors_.Add(name, {width}, scale, offset);
}

}  // namespace ferro
