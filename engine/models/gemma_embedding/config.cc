#include "engine/models/gemma_embedding/config.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/status_macros.h"
#include "engine/models/key_reader.h"

namespace ferro {
namespace {

constexpr int kMaxLayers = 512;
// Every so many layers one sees the whole sequence, where the file does not say which.
constexpr int kFullLayerPeriod = 6;
// What the cards promise. Files of the second generation claim 262144 positions, which nobody tried; buffers and limits
// follow this.
constexpr int kMaxContext = 8192;
constexpr int kTrainedWidths[] = {768, 512, 256, 128};
constexpr int kMeanPooling = 1;

// Two values by kind of layer.
template <class T>
struct ByKind {
  T full, sliding;
  const T& of(bool slides) const { return slides ? sliding : full; }
};

class ConfigReader {
 public:
  ConfigReader(const GgufFile& file, absl::string_view arch, EmbeddingFamily family)
      : file_(file), keys_(file, std::string(arch)) {
    config_.facts.family = family;
  }

  absl::StatusOr<GemmaEmbeddingConfig> Read() {
    FERRO_RETURN_IF_ERROR(CheckKind());
    FERRO_ASSIGN_OR_RETURN(config_.width, keys_.Int("embedding_length", 32, 65536));
    FERRO_ASSIGN_OR_RETURN(config_.ff, keys_.Int("feed_forward_length", 32, 1 << 20));
    FERRO_ASSIGN_OR_RETURN(config_.eps, keys_.PositiveFloat("attention.layer_norm_rms_epsilon"));
    FERRO_ASSIGN_OR_RETURN(const int trained, keys_.Int("context_length", 2, 1 << 30));
    config_.facts.context = std::min(trained, kMaxContext);
    if (config_.is_gemma2()) {
      FERRO_ASSIGN_OR_RETURN(config_.per_layer, keys_.Int("embedding_length_per_layer_input", 32, 65536));
      FERRO_RETURN_IF_ERROR(keys_.IntOr("attention.shared_kv_layers", 0, 0, 0).status());
      config_.normalizes_values = true;
    }
    for (const int width : {config_.width, config_.ff, config_.per_layer}) {
      if (width % 32 != 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("rows of ", width, " values; int8 products take multiples of 32"));
      }
    }
    FERRO_RETURN_IF_ERROR(ReadLayers());
    FERRO_RETURN_IF_ERROR(ReadVocabulary());
    FERRO_RETURN_IF_ERROR(config_.is_gemma2() ? ReadProjection() : ReadDense());
    SetWidths();
    return std::move(config_);
  }

 private:
  absl::Status CheckKind() const {
    FERRO_ASSIGN_OR_RETURN(const bool causal, file_.GetBoolOr(keys_.Key("attention.causal"), false));
    if (causal) {
      return absl::InvalidArgumentError(
          absl::StrCat(keys_.Key("attention.causal"), " is true; these models see both ways, convert the file again"));
    }
    FERRO_ASSIGN_OR_RETURN(const int pooling, keys_.IntOr("pooling_type", kMeanPooling, 0, 16));
    if (pooling == kMeanPooling) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(keys_.Key("pooling_type"), " is ", pooling, "; only ", kMeanPooling, " (the mean) is built"));
  }

  // Which layers see a window alone: an array of one flag a layer, a period, or the usual period.
  absl::StatusOr<std::vector<bool>> SlidingLayers(int layers) const {
    const std::string key = keys_.Key("attention.sliding_window_pattern");
    std::vector<bool> slides(layers);
    if (file_.IsArray(key)) {
      FERRO_ASSIGN_OR_RETURN(slides, file_.GetBoolArray(key));
      if (static_cast<int>(slides.size()) == layers) return slides;
      return absl::InvalidArgumentError(absl::StrCat(key, " has ", slides.size(), " entries for ", layers, " layers"));
    }
    FERRO_ASSIGN_OR_RETURN(const int period,
                           keys_.IntOr("attention.sliding_window_pattern", kFullLayerPeriod, 1, kMaxLayers));
    for (int i = 0; i < layers; ++i) slides[i] = (i + 1) % period != 0;
    return slides;
  }

  // A number of a kind of layer that keys and values share.
  absl::StatusOr<int> HeadDim(const char* key_length, const char* value_length, int absent) const {
    FERRO_ASSIGN_OR_RETURN(const int dim,
                           absent == 0 ? keys_.Int(key_length, 32, SymmetricAttentionShape::kMostHeadDim)
                                       : keys_.IntOr(key_length, absent, 32, SymmetricAttentionShape::kMostHeadDim));
    FERRO_ASSIGN_OR_RETURN(const int values, keys_.IntOr(value_length, dim, 1, 1 << 20));
    if (values != dim || dim % 32 != 0) {
      return absl::InvalidArgumentError(absl::StrCat(keys_.Key(key_length), " is ", dim, " and ",
                                                     keys_.Key(value_length), " ", values,
                                                     "; equal ones, a multiple of 32, are built"));
    }
    return dim;
  }

  absl::StatusOr<ByKind<int>> HeadDims() const {
    ByKind<int> dims;
    FERRO_ASSIGN_OR_RETURN(dims.full, HeadDim("attention.key_length", "attention.value_length", 0));
    dims.sliding = dims.full;
    if (config_.is_gemma2()) {
      FERRO_ASSIGN_OR_RETURN(dims.sliding,
                             HeadDim("attention.key_length_swa", "attention.value_length_swa", dims.full));
    }
    FERRO_RETURN_IF_ERROR(keys_.IntOr("rope.dimension_count", dims.full, dims.full, dims.full).status());
    FERRO_RETURN_IF_ERROR(keys_.IntOr("rope.dimension_count_swa", dims.sliding, dims.sliding, dims.sliding).status());
    return dims;
  }

  absl::StatusOr<ByKind<float>> RopeBases() const {
    ByKind<float> bases = {0, 10000};
    FERRO_ASSIGN_OR_RETURN(bases.full, keys_.PositiveFloat("rope.freq_base"));
    if (file_.Has(keys_.Key("rope.freq_base_swa"))) {
      FERRO_ASSIGN_OR_RETURN(bases.sliding, keys_.PositiveFloat("rope.freq_base_swa"));
    }
    return bases;
  }

  absl::Status ReadLayers() {
    FERRO_ASSIGN_OR_RETURN(const int layers, keys_.Int("block_count", 1, kMaxLayers));
    FERRO_ASSIGN_OR_RETURN(const std::vector<bool> slides, SlidingLayers(layers));
    FERRO_ASSIGN_OR_RETURN(const int window, keys_.Int("attention.sliding_window", 2, 1 << 30));
    FERRO_ASSIGN_OR_RETURN(const ByKind<int> dims, HeadDims());
    FERRO_ASSIGN_OR_RETURN(const ByKind<float> bases, RopeBases());
    FERRO_ASSIGN_OR_RETURN(const std::vector<int64_t> heads, keys_.PerLayer("attention.head_count", layers));
    FERRO_ASSIGN_OR_RETURN(const std::vector<int64_t> kv_heads, keys_.PerLayer("attention.head_count_kv", layers));
    for (int i = 0; i < layers; ++i) {
      if (heads[i] < 1 || heads[i] > 1024 || kv_heads[i] < 1 || heads[i] % kv_heads[i] != 0) {
        return absl::InvalidArgumentError(absl::StrCat("layer ", i, " has ", heads[i], " query heads and ", kv_heads[i],
                                                       " key/value heads; the first must be a multiple of the second"));
      }
      const int dim = dims.of(slides[i]);
      GemmaLayerConfig& layer = config_.layers.emplace_back();
      layer.attention.heads = {static_cast<int>(heads[i]), static_cast<int>(kv_heads[i]), dim};
      // Normed queries and keys need no 1 / sqrt(dim); the first generation has it all the same.
      layer.attention.scale = config_.is_gemma2() ? 1.0f : 1.0f / std::sqrt(static_cast<float>(dim));
      if (slides[i]) layer.attention.radius = window / 2;  // to either side, itself included
      layer.rope = {bases.of(slides[i]), dim};
    }
    return absl::OkStatus();
  }

  absl::Status ReadVocabulary() {
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* embedding, file_.Tensor("token_embd.weight"));
    if (embedding->dim(1) < 1 || embedding->dim(1) > 1 << 22) {
      return absl::InvalidArgumentError(absl::StrCat(embedding->name, " has ", embedding->dim(1), " rows"));
    }
    config_.facts.vocab = static_cast<int>(embedding->dim(1));
    return absl::OkStatus();
  }

  absl::Status ReadProjection() {
    FERRO_ASSIGN_OR_RETURN(const int out, keys_.Int("embedding_length_out", 1, 65536));
    config_.head.push_back({"output.weight", out});
    return absl::OkStatus();
  }

  absl::Status ReadDense() {
    if (file_.FindTensor("dense_2.weight") == nullptr && file_.FindTensor("dense_3.weight") == nullptr) {
      config_.facts.warnings.push_back(
          "the file has no Dense layers (dense_2, dense_3): vectors are the pooled hidden state and differ from those "
          "of "
          "files that have them");
      return absl::OkStatus();
    }
    for (const char* name : {"dense_2.weight", "dense_3.weight"}) {
      FERRO_ASSIGN_OR_RETURN(const TensorInfo* tensor, file_.Tensor(name));
      if (tensor->dim(1) < 32 || tensor->dim(1) > 1 << 20 || tensor->dim(1) % 32 != 0) {
        return absl::InvalidArgumentError(absl::StrCat(name, " has ", tensor->dim(1), " rows, not a multiple of 32"));
      }
      config_.head.push_back({name, static_cast<int>(tensor->dim(1))});
    }
    return absl::OkStatus();
  }

  void SetWidths() {
    EmbeddingFacts& facts = config_.facts;
    facts.width = config_.head.empty() ? config_.width : config_.head.back().outputs;
    facts.widths = {facts.width};
    for (const int width : kTrainedWidths) {
      if (width < facts.width) facts.widths.push_back(width);
    }
  }

  const GgufFile& file_;
  const KeyReader keys_;
  GemmaEmbeddingConfig config_;
};

}  // namespace

absl::StatusOr<GemmaEmbeddingConfig> ReadGemmaEmbeddingConfig(const GgufFile& file) {
  FERRO_ASSIGN_OR_RETURN(const absl::string_view arch, file.GetString("general.architecture"));
  if (arch == kGemmaEmbeddingArch) return ConfigReader(file, arch, EmbeddingFamily::kGemma1).Read();
  if (arch == kGemmaEmbedding2Arch) return ConfigReader(file, arch, EmbeddingFamily::kGemma2).Read();
  return absl::InvalidArgumentError(absl::StrCat("architecture \"", arch,
                                                 "\" is not an embedding model that Ferro runs; it runs ",
                                                 kGemmaEmbeddingArch, " and ", kGemmaEmbedding2Arch));
}

}  // namespace ferro
