#include "engine/models/lfm2/config.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "engine/models/key_reader.h"

namespace ferro {
namespace {

absl::Status RefuseOtherKinds(const GgufFile& file, const KeyReader& keys) {
  for (const auto& entry : file.entries()) {
    if (absl::StrContains(entry.key, ".decision.")) {
      return absl::InvalidArgumentError(
          absl::StrCat("this is a decision model (key ", entry.key, "), not a language model; ferro-decide serves it"));
    }
  }
  FERRO_ASSIGN_OR_RETURN(const bool causal, file.GetBoolOr(keys.Key("attention.causal"), true));
  if (!causal) {
    return absl::InvalidArgumentError(
        absl::StrCat(keys.Key("attention.causal"), " is false: an encoder, not a language model"));
  }
  FERRO_ASSIGN_OR_RETURN(const int64_t window, file.GetI64Or(keys.Key("attention.sliding_window"), 0));
  if (window > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(keys.Key("attention.sliding_window"), " is ", window, "; windowed attention is not built"));
  }
  FERRO_ASSIGN_OR_RETURN(const absl::string_view scaling, file.GetStringOr(keys.Key("rope.scaling.type"), "none"));
  if (scaling != "none") {
    return absl::InvalidArgumentError(
        absl::StrCat(keys.Key("rope.scaling.type"), " is \"", scaling, "\"; only none is built"));
  }
  return absl::OkStatus();
}

absl::Status ReadAttention(const KeyReader& keys, Lfm2Config& config) {
  const int layers = static_cast<int>(config.layers.size());
  FERRO_ASSIGN_OR_RETURN(const std::vector<int64_t> heads, keys.PerLayer("attention.head_count", layers));
  FERRO_ASSIGN_OR_RETURN(const std::vector<int64_t> kv_heads, keys.PerLayer("attention.head_count_kv", layers));
  for (int i = 0; i < layers; ++i) {
    if (kv_heads[i] == 0) continue;  // a convolution layer, whatever its head count says
    if (heads[i] < 1 || heads[i] > 1024 || kv_heads[i] < 0 || kv_heads[i] > heads[i] || heads[i] % kv_heads[i] != 0) {
      return absl::InvalidArgumentError(absl::StrCat("layer ", i, " has ", heads[i], " query heads and ", kv_heads[i],
                                                     " key/value heads; the first must be a multiple of the second"));
    }
    if (config.heads != 0 && config.heads != heads[i]) {
      return absl::InvalidArgumentError(absl::StrCat("layer ", i, " has ", heads[i], " query heads, an earlier layer ",
                                                     config.heads, "; differing counts are not built"));
    }
    if (config.kv_heads != 0 && config.kv_heads != kv_heads[i]) {
      return absl::InvalidArgumentError(absl::StrCat("layer ", i, " has ", kv_heads[i], " key/value heads, an earlier ",
                                                     "layer ", config.kv_heads, "; differing counts are not built"));
    }
    config.heads = static_cast<int>(heads[i]);
    config.kv_heads = static_cast<int>(kv_heads[i]);
    config.layers[i].attention = true;
  }
  // A model of convolutions alone still divides its width by this to name a head size.
  if (config.heads == 0) config.heads = static_cast<int>(std::max<int64_t>(1, heads[0]));
  FERRO_ASSIGN_OR_RETURN(config.head_dim, keys.IntOr("attention.key_length", config.width / config.heads, 1, 1024));
  FERRO_ASSIGN_OR_RETURN(const int value_dim, keys.IntOr("attention.value_length", config.head_dim, 1, 1024));
  if (config.head_dim % 32 != 0 || value_dim != config.head_dim) {
    return absl::InvalidArgumentError(absl::StrCat("heads of ", config.head_dim, " (keys) and ", value_dim,
                                                   " (values) components; equal multiples of 32 are built"));
  }
  FERRO_ASSIGN_OR_RETURN(config.rope.base, keys.PositiveFloat("rope.freq_base"));
  FERRO_ASSIGN_OR_RETURN(config.rope.dims, keys.IntOr("rope.dimension_count", config.head_dim, 2, config.head_dim));
  if (config.rope.dims % 2 != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(keys.Key("rope.dimension_count"), " is ", config.rope.dims, ", odd"));
  }
  return absl::OkStatus();
}

absl::Status ReadExperts(const GgufFile& file, const KeyReader& keys, Lfm2Config& config, int& leading_dense) {
  FERRO_ASSIGN_OR_RETURN(config.experts, keys.Int("expert_count", 1, 1024));
  FERRO_ASSIGN_OR_RETURN(config.experts_used, keys.Int("expert_used_count", 1, config.experts));
  FERRO_ASSIGN_OR_RETURN(config.expert_ff, keys.Int("expert_feed_forward_length", 1, 1 << 20));
  FERRO_ASSIGN_OR_RETURN(leading_dense, keys.IntOr("leading_dense_block_count", 0, 0, 512));
  FERRO_ASSIGN_OR_RETURN(const int gating, keys.IntOr("expert_gating_func", 2, 1, 2));
  config.softmax_gate = gating == 1;
  FERRO_ASSIGN_OR_RETURN(const float scale, file.GetF32Or(keys.Key("expert_weights_scale"), 0));
  if (!std::isfinite(scale)) {
    return absl::InvalidArgumentError(absl::StrCat(keys.Key("expert_weights_scale"), " is not finite"));
  }
  config.expert_scale = scale == 0 ? 1 : scale;
  return absl::OkStatus();
}

// The tensors decide: a widely used 1.2B file states 12288 while its matrices are 8192 wide.
absl::Status ReadDenseWidths(const GgufFile& file, const KeyReader& keys, int leading_dense, Lfm2Config& config) {
  FERRO_ASSIGN_OR_RETURN(const int stated, keys.IntOr("feed_forward_length", 0, 0, 1 << 20));
  for (int i = 0; i < static_cast<int>(config.layers.size()); ++i) {
    if (config.experts > 0 && i >= leading_dense) continue;
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* gate, file.Tensor(absl::StrCat("blk.", i, ".ffn_gate.weight")));
    if (gate->dim(1) > 1 << 20) {
      return absl::InvalidArgumentError(absl::StrCat(gate->name, " has ", gate->dim(1), " rows, above ", 1 << 20));
    }
    if (config.ff != 0 && config.ff != gate->dim(1)) {
      return absl::InvalidArgumentError(absl::StrCat(gate->name, " has ", gate->dim(1), " rows, an earlier layer ",
                                                     config.ff, "; differing widths are not built"));
    }
    config.ff = static_cast<int>(gate->dim(1));
    config.layers[i].dense = true;
  }
  if (stated != 0 && config.ff != 0 && stated != config.ff) {
    LogWarning("feed_forward_length_differs", {{"stated", stated}, {"used", config.ff}});
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Lfm2Config> ReadLfm2Config(const GgufFile& file) {
  Lfm2Config config;
  FERRO_ASSIGN_OR_RETURN(const absl::string_view arch, file.GetString("general.architecture"));
  if (arch != "lfm2" && arch != "lfm2moe") {
    return absl::InvalidArgumentError(absl::StrCat("architecture \"", arch, "\" is no LFM2 language model"));
  }
  config.arch = std::string(arch);
  const KeyReader keys(file, config.arch);
  FERRO_RETURN_IF_ERROR(RefuseOtherKinds(file, keys));

  FERRO_ASSIGN_OR_RETURN(const int layers, keys.Int("block_count", 1, 512));
  config.layers.resize(layers);
  FERRO_ASSIGN_OR_RETURN(config.width, keys.Int("embedding_length", 1, 65536));
  FERRO_ASSIGN_OR_RETURN(config.trained_context, keys.Int("context_length", 1, 1 << 30));
  FERRO_ASSIGN_OR_RETURN(config.taps, keys.Int("shortconv.l_cache", 2, 16));
  FERRO_ASSIGN_OR_RETURN(config.eps, keys.PositiveFloat("attention.layer_norm_rms_epsilon"));
  FERRO_RETURN_IF_ERROR(ReadAttention(keys, config));
  int leading_dense = layers;
  if (config.arch == "lfm2moe") FERRO_RETURN_IF_ERROR(ReadExperts(file, keys, config, leading_dense));
  FERRO_RETURN_IF_ERROR(ReadDenseWidths(file, keys, leading_dense, config));

  FERRO_ASSIGN_OR_RETURN(const TensorInfo* embedding, file.Tensor("token_embd.weight"));
  if (embedding->dim(1) > 1 << 20) {
    return absl::InvalidArgumentError(absl::StrCat(embedding->name, " has ", embedding->dim(1), " rows, above 2^20"));
  }
  config.vocab = static_cast<int>(embedding->dim(1));
  return config;
}

}  // namespace ferro
