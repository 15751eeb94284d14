#include "engine/text/gemma_tokenizer.h"

#include <algorithm>
#include <optional>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "engine/text/bpe_merge.h"
#include "engine/text/score_rules.h"

namespace ferro {
namespace {

constexpr absl::string_view kSpaceMark = "\xE2\x96\x81";  // U+2581

}  // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> GemmaTokenizer::Create(VocabularyData data, GemmaRules rules) {
  const std::vector<std::string> merges = std::move(data.merges);
  const std::vector<float> scores = std::move(data.scores);
  FERRO_ASSIGN_OR_RETURN(Vocabulary vocabulary, Vocabulary::Create(std::move(data)));
  auto tokenizer = absl::WrapUnique(new GemmaTokenizer(std::move(vocabulary), rules));
  FERRO_RETURN_IF_ERROR(tokenizer->FindByteTokens());
  SymbolSet symbols(tokenizer->vocabulary());
  if (rules == GemmaRules::kMergeList) {
    tokenizer->pairs_ = symbols.InternMerges(merges);
  } else {
    FERRO_ASSIGN_OR_RETURN(tokenizer->pairs_, RulesFromScores(tokenizer->vocabulary(), scores, &symbols));
  }
  tokenizer->IndexCharacters(symbols);
  return std::unique_ptr<Tokenizer>(std::move(tokenizer));
}

absl::Status GemmaTokenizer::FindByteTokens() {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text = absl::StrFormat("<0x%02X>", byte);
    const std::optional<int32_t> id = FindToken(text);
    if (!id.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat("tokenizer: a Gemma vocabulary needs all 256 byte tokens, ", text, " is missing"));
    }
    byte_ids_[byte] = *id;
  }
  return absl::OkStatus();
}

void GemmaTokenizer::IndexCharacters(const SymbolSet& symbols) {
  const auto add = [this](absl::string_view text, Symbol symbol) {
    if (text.empty() || InspectUtf8(text).kind != Utf8Kind::kComplete) return;
    const DecodedChar c = DecodeValidUtf8(text.data());
    if (c.size == static_cast<int>(text.size())) symbol_of_char_.emplace(c.value, symbol);
  };
  for (int32_t id = 0; id < vocab_size(); ++id) {
    if (vocabulary().IsReachable(id)) add(TokenText(id), static_cast<Symbol>(id));
  }
  for (const std::string& text : symbols.extra_texts()) add(text, symbols.Find(text));
}

void GemmaTokenizer::EncodePlain(absl::string_view text, size_t /*max_tokens*/, std::vector<int32_t>* ids) const {
  const std::string marked = absl::StrReplaceAll(text, {{" ", kSpaceMark}});
  if (rules_ == GemmaRules::kScores) return EncodeRun(marked, ids);
  for (absl::string_view rest = marked; !rest.empty();) {
    const bool breaks = rest[0] == '\n';
    const size_t size = std::min(breaks ? rest.find_first_not_of('\n') : rest.find('\n'), rest.size());
    const absl::string_view run = rest.substr(0, size);
    rest.remove_prefix(size);
    const std::optional<int32_t> whole = breaks ? FindToken(run) : std::nullopt;
    if (whole.has_value() && vocabulary().IsReachable(*whole)) {
      ids->push_back(*whole);
    } else {
      EncodeRun(run, ids);
    }
  }
}

void GemmaTokenizer::EncodeRun(absl::string_view run, std::vector<int32_t>* ids) const {
  BpeMerger merger;
  std::vector<BpePiece> pieces;
  pieces.reserve(run.size());
  for (size_t at = 0; at < run.size();) {
    const DecodedChar c = DecodeValidUtf8(run.data() + at);
    const auto it = symbol_of_char_.find(c.value);
    pieces.push_back({it == symbol_of_char_.end() ? kNoSymbol : it->second, static_cast<uint32_t>(c.size)});
    at += c.size;
  }
  merger.Run(pairs_, &pieces);
  size_t at = 0;
  for (const BpePiece& piece : pieces) {
    if (piece.symbol < static_cast<Symbol>(vocab_size())) {
      ids->push_back(static_cast<int32_t>(piece.symbol));
    } else {
      for (const char byte : run.substr(at, piece.size)) ids->push_back(byte_ids_[static_cast<unsigned char>(byte)]);
    }
    at += piece.size;
  }
}

void GemmaTokenizer::AppendNormal(int32_t id, std::string* out) const {
  absl::StrAppend(out, absl::StrReplaceAll(TokenText(id), {{kSpaceMark, " "}}));
}

}  // namespace ferro
