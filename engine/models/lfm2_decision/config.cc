#include "engine/models/lfm2_decision/config.h"

#include <algorithm>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/status_macros.h"
#include "engine/models/key_reader.h"

namespace ferro {
namespace {

// One row for each question type: choice, score, noul.
constexpr int kTypes = 3;
// Taps of a centred convolution: the row before, the row, the row behind.
constexpr int kTaps = 3;

absl::Status CheckKind(const GgufFile& file, const KeyReader& keys) {
  const std::string key = keys.Key("decision.type");
  if (!file.Has(key)) {
    return absl::InvalidArgumentError(
        absl::StrCat("not a decision model: the file has no ", key, "; ferro-lm serves language models"));
  }
  FERRO_ASSIGN_OR_RETURN(const absl::string_view type, file.GetString(key));
  if (type != kD1OmniType) {
    return absl::InvalidArgumentError(absl::StrCat("unsupported decision model type: ", type, " (", key,
                                                   "); supported is ", kD1OmniType,
                                                   type == "d1omni" ? ", convert the model again" : ""));
  }
  if (!file.Has("tokenizer.chat_template.systemone")) {
    return absl::InvalidArgumentError("decision model has no \"systemone\" template");
  }
  FERRO_ASSIGN_OR_RETURN(const int64_t types, file.GetI64Or("tokenizer.ggml.token_type_count", 0));
  if (types != kTypes) {
    return absl::InvalidArgumentError(
        absl::StrCat("decision model must have one token type per question type: tokenizer.ggml.token_type_count is ",
                     file.Has("tokenizer.ggml.token_type_count") ? absl::StrCat(types) : "missing", ", not ", kTypes));
  }
  return absl::OkStatus();
}

// How many of the file's layers are the trunk's and how many the head's.
absl::Status ReadLayers(const GgufFile& file, const KeyReader& keys, DecisionConfig& config) {
  FERRO_ASSIGN_OR_RETURN(const int layers, keys.Int("block_count", 1, 512));
  FERRO_ASSIGN_OR_RETURN(config.head_blocks, keys.Int("decision.block_count", 0, 1 << 30));
  if (config.head_blocks < 1 || config.head_blocks >= layers) {
    return absl::InvalidArgumentError(absl::StrCat("invalid decision head: ", keys.Key("decision.block_count"), " is ",
                                                   config.head_blocks, ", outside 1..", layers - 1, " of ", layers,
                                                   " layers"));
  }
  FERRO_ASSIGN_OR_RETURN(const bool causal, file.GetBoolOr(keys.Key("attention.causal"), true));
  if (causal) {
    return absl::InvalidArgumentError(
        absl::StrCat("invalid decision head: ", keys.Key("attention.causal"), " is not false"));
  }
  config.attention.resize(layers - config.head_blocks);
  return absl::OkStatus();
}

absl::Status ReadAttention(const KeyReader& keys, DecisionConfig& config) {
  const int trunk = static_cast<int>(config.attention.size()), layers = trunk + config.head_blocks;
  FERRO_ASSIGN_OR_RETURN(const std::vector<int64_t> heads, keys.PerLayer("attention.head_count", layers));
  FERRO_ASSIGN_OR_RETURN(const std::vector<int64_t> kv_heads, keys.PerLayer("attention.head_count_kv", layers));
  const int64_t all = heads[0];
  if (all < 1 || all > 1024) {
    return absl::InvalidArgumentError(absl::StrCat(keys.Key("attention.head_count"), " is ", all, ", outside 1..1024"));
  }
  config.heads = static_cast<int>(all);
  for (int i = 0; i < layers; ++i) {
    if (i < trunk && kv_heads[i] == 0) continue;  // a convolution layer, whatever its head count says
    const int64_t earlier = i < trunk && config.kv_heads != 0 ? config.kv_heads : kv_heads[i];
    if (heads[i] != all || kv_heads[i] < 1 || all % kv_heads[i] != 0 || kv_heads[i] != earlier) {
      return absl::InvalidArgumentError(absl::StrCat("layer ", i, " has ", heads[i], " query heads and ", kv_heads[i],
                                                     " key/value heads, after ", all, " and ", earlier,
                                                     "; equal counts, the first a multiple of the second, are built"));
    }
    if (i >= trunk) {
      if (kv_heads[i] == all) continue;
      return absl::InvalidArgumentError(absl::StrCat("invalid decision head: layer ", i, " has ", kv_heads[i],
                                                     " key/value heads for ", all, " query heads, not as many"));
    }
    config.kv_heads = static_cast<int>(kv_heads[i]);
    config.attention[i] = true;
  }
  if (config.width % config.heads != 0 || config.width / config.heads % 32 != 0) {
    return absl::InvalidArgumentError(absl::StrCat(keys.Key("embedding_length"), " is ", config.width, " for ",
                                                   config.heads,
                                                   " heads; heads of a multiple of 32 components are built"));
  }
  config.head_dim = config.width / config.heads;
  FERRO_ASSIGN_OR_RETURN(config.rope.base, keys.PositiveFloat("rope.freq_base"));
  config.rope.dims = config.head_dim;
  return absl::OkStatus();
}

// The rows of a layer's first feed-forward matrix, which decide what the key feed_forward_length only repeats.
absl::StatusOr<int> FeedForwardWidth(const GgufFile& file, int layer, const char* matrix) {
  FERRO_ASSIGN_OR_RETURN(const TensorInfo* tensor, file.Tensor(absl::StrCat("blk.", layer, ".", matrix, ".weight")));
  if (tensor->dim(1) > 1 << 20) {
    return absl::InvalidArgumentError(absl::StrCat(tensor->name, " has ", tensor->dim(1), " rows, above ", 1 << 20));
  }
  return static_cast<int>(tensor->dim(1));
}

}  // namespace

absl::StatusOr<DecisionConfig> ReadDecisionConfig(const GgufFile& file) {
  FERRO_ASSIGN_OR_RETURN(const absl::string_view arch, file.GetString("general.architecture"));
  if (arch != "lfm2") {
    return absl::InvalidArgumentError(absl::StrCat("architecture \"", arch, "\" is no decision model"));
  }
  const KeyReader keys(file, "lfm2");
  FERRO_RETURN_IF_ERROR(CheckKind(file, keys));

  DecisionConfig config;
  FERRO_RETURN_IF_ERROR(ReadLayers(file, keys, config));
  FERRO_ASSIGN_OR_RETURN(config.width, keys.Int("embedding_length", 1, 65536));
  FERRO_ASSIGN_OR_RETURN(config.trained_context, keys.Int("context_length", 1, 1 << 30));
  FERRO_RETURN_IF_ERROR(keys.Int("shortconv.l_cache", kTaps, kTaps).status());
  FERRO_ASSIGN_OR_RETURN(config.eps, keys.PositiveFloat("attention.layer_norm_rms_epsilon"));
  FERRO_ASSIGN_OR_RETURN(config.head_eps, keys.PositiveFloat("attention.layer_norm_epsilon"));
  FERRO_RETURN_IF_ERROR(ReadAttention(keys, config));
  FERRO_ASSIGN_OR_RETURN(config.ff, FeedForwardWidth(file, 0, "ffn_gate"));
  FERRO_ASSIGN_OR_RETURN(config.head_ff, FeedForwardWidth(file, static_cast<int>(config.attention.size()), "ffn_up"));

  FERRO_ASSIGN_OR_RETURN(const TensorInfo* embedding, file.Tensor("token_embd.weight"));
  if (embedding->dim(1) > 1 << 20) {
    return absl::InvalidArgumentError(absl::StrCat(embedding->name, " has ", embedding->dim(1), " rows, above 2^20"));
  }
  config.vocab = static_cast<int>(embedding->dim(1));
  if (!file.Has("tokenizer.ggml.mask_token_id")) {
    return absl::InvalidArgumentError("decision model has no mask token (tokenizer.ggml.mask_token_id)");
  }
  FERRO_ASSIGN_OR_RETURN(const int64_t mask, file.GetI64("tokenizer.ggml.mask_token_id"));
  if (mask < 0 || mask >= config.vocab) {
    return absl::InvalidArgumentError(absl::StrCat("decision model has no mask token: tokenizer.ggml.mask_token_id is ",
                                                   mask, ", outside the vocabulary of ", config.vocab));
  }
  config.mask_token = static_cast<int32_t>(mask);
  return config;
}

}  // namespace ferro
