#include "engine/text/load_tokenizer.h"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/status_macros.h"
#include "engine/text/byte_bpe_tokenizer.h"
#include "engine/text/gemma_tokenizer.h"
#include "engine/text/vocabulary.h"

namespace ferro {
namespace {

absl::Status ReadTexts(const Metadata& metadata, absl::string_view key, std::vector<std::string>* out) {
  FERRO_ASSIGN_OR_RETURN(const absl::Span<const absl::string_view> texts, metadata.GetStringArray(key));
  out->reserve(texts.size());
  for (const absl::string_view text : texts) out->emplace_back(text);
  return absl::OkStatus();
}

absl::Status ReadId(const Metadata& metadata, absl::string_view key, int32_t* id) {
  FERRO_ASSIGN_OR_RETURN(const int64_t value, metadata.GetI64Or(key, -1));
  if (value < -1 || value > std::numeric_limits<int32_t>::max()) {
    return absl::InvalidArgumentError(absl::StrCat(key, ": ", value, " is no token id"));
  }
  *id = static_cast<int32_t>(value);
  return absl::OkStatus();
}

// What all kinds of tokenizers have in common.
absl::StatusOr<VocabularyData> ReadVocabulary(const Metadata& metadata) {
  VocabularyData data;
  FERRO_RETURN_IF_ERROR(ReadTexts(metadata, "tokenizer.ggml.tokens", &data.tokens));
  if (metadata.Has("tokenizer.ggml.token_type")) {
    FERRO_ASSIGN_OR_RETURN(const std::vector<int64_t> types, metadata.GetIntArray("tokenizer.ggml.token_type"));
    for (const int64_t type : types) {
      const bool fits = type >= 0 && type <= static_cast<int64_t>(TokenType::kByte);
      data.types.push_back(fits ? static_cast<int32_t>(type) : -1);  // -1 is refused with the token's number
    }
    if (data.types.empty()) data.types.push_back(-1);  // present but empty is not absent
  }
  FERRO_RETURN_IF_ERROR(ReadId(metadata, "tokenizer.ggml.bos_token_id", &data.bos));
  FERRO_RETURN_IF_ERROR(ReadId(metadata, "tokenizer.ggml.eos_token_id", &data.eos));
  FERRO_RETURN_IF_ERROR(ReadId(metadata, "tokenizer.ggml.eot_token_id", &data.eot));
  FERRO_RETURN_IF_ERROR(ReadId(metadata, "tokenizer.ggml.eom_token_id", &data.eom));
  return data;
}

absl::StatusOr<std::unique_ptr<Tokenizer>> LoadByteBpe(const Metadata& metadata) {
  FERRO_ASSIGN_OR_RETURN(const absl::string_view pre, metadata.GetStringOr("tokenizer.ggml.pre", "default"));
  if (pre != "lfm2" && pre != "llama3" && pre != "llama-bpe") {
    return absl::FailedPreconditionError(absl::StrCat(
        "tokenizer.ggml.pre: \"", pre, "\" is not supported; byte-level BPE is read for lfm2, llama3 and llama-bpe"));
  }
  FERRO_ASSIGN_OR_RETURN(VocabularyData data, ReadVocabulary(metadata));
  FERRO_RETURN_IF_ERROR(ReadTexts(metadata, "tokenizer.ggml.merges", &data.merges));
  FERRO_ASSIGN_OR_RETURN(data.add_bos, metadata.GetBoolOr("tokenizer.ggml.add_bos_token", true));
  FERRO_ASSIGN_OR_RETURN(data.add_eos, metadata.GetBoolOr("tokenizer.ggml.add_eos_token", false));
  return ByteBpeTokenizer::Create(std::move(data));
}

absl::StatusOr<std::unique_ptr<Tokenizer>> LoadGemma(const Metadata& metadata, GemmaRules rules) {
  FERRO_ASSIGN_OR_RETURN(VocabularyData data, ReadVocabulary(metadata));
  // The embedding models were trained with EOS; their files say so, and those that do not say anything mean it too.
  FERRO_ASSIGN_OR_RETURN(const absl::string_view architecture, metadata.GetStringOr("general.architecture", ""));
  const bool embeds = absl::StartsWith(architecture, "gemma-embedding");
  FERRO_ASSIGN_OR_RETURN(data.add_bos, metadata.GetBoolOr("tokenizer.ggml.add_bos_token", true));
  FERRO_ASSIGN_OR_RETURN(data.add_eos, metadata.GetBoolOr("tokenizer.ggml.add_eos_token", embeds));
  if (rules == GemmaRules::kMergeList) {
    data.add_bos = true;  // files that say otherwise are wrong: the reference overrides them too
    FERRO_RETURN_IF_ERROR(ReadTexts(metadata, "tokenizer.ggml.merges", &data.merges));
  } else {
    FERRO_ASSIGN_OR_RETURN(const bool prefix, metadata.GetBoolOr("tokenizer.ggml.add_space_prefix", true));
    if (prefix) {
      return absl::FailedPreconditionError(
          "tokenizer.ggml.model: \"llama\" with a space prefix is not supported; only Gemma's SentencePiece "
          "vocabularies are (tokenizer.ggml.add_space_prefix = false)");
    }
    FERRO_ASSIGN_OR_RETURN(data.scores, metadata.GetFloatArray("tokenizer.ggml.scores"));
  }
  return GemmaTokenizer::Create(std::move(data), rules);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> LoadTokenizer(const Metadata& metadata) {
  FERRO_ASSIGN_OR_RETURN(const absl::string_view model, metadata.GetString("tokenizer.ggml.model"));
  if (model == "gpt2") return LoadByteBpe(metadata);
  if (model == "gemma4") return LoadGemma(metadata, GemmaRules::kMergeList);
  if (model == "llama") return LoadGemma(metadata, GemmaRules::kScores);
  return absl::FailedPreconditionError(
      absl::StrCat("tokenizer.ggml.model: \"", model, "\" is not supported; supported are gpt2, gemma4 and llama"));
}

}  // namespace ferro
