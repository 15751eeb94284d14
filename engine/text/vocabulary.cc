#include "engine/text/vocabulary.h"

#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

// Texts by which models end a turn. llama.cpp treats tokens of these texts as control tokens that end generation,
// also where a converter typed them user-defined; so do we.
constexpr absl::string_view kEndTexts[] = {"<|im_end|>",      "<|endoftext|>", "<|eot_id|>", "<|end|>",
                                           "<|end_of_text|>", "</s>",          "<|eom_id|>", "<end_of_turn>",
                                           "<EOT>",           "<turn|>",       "<eos>",      "<|tool_response>"};

bool IsEndText(absl::string_view text) {
  return std::find(std::begin(kEndTexts), std::end(kEndTexts), text) != std::end(kEndTexts);
}

absl::Status CheckRole(absl::string_view role, int32_t id, size_t n_tokens) {
  if (id >= -1 && id < static_cast<int64_t>(n_tokens)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("tokenizer: ", role, " token id ", id, " is outside the vocabulary of ", n_tokens, " tokens"));
}

}  // namespace

absl::StatusOr<Vocabulary> Vocabulary::Create(VocabularyData data) {
  const size_t n = data.tokens.size();
  if (n == 0 || n > kMaxTokens) {
    return absl::InvalidArgumentError(absl::StrCat("tokenizer: ", n, " tokens; 1 to ", kMaxTokens, " are supported"));
  }
  if (!data.types.empty() && data.types.size() != n) {
    return absl::InvalidArgumentError(
        absl::StrCat("tokenizer: ", data.types.size(), " token types for ", n, " tokens; the file is damaged"));
  }
  FERRO_RETURN_IF_ERROR(CheckRole("BOS", data.bos, n));
  FERRO_RETURN_IF_ERROR(CheckRole("EOS", data.eos, n));
  FERRO_RETURN_IF_ERROR(CheckRole("end-of-turn", data.eot, n));
  FERRO_RETURN_IF_ERROR(CheckRole("end-of-message", data.eom, n));
  if ((data.add_bos && data.bos < 0) || (data.add_eos && data.eos < 0)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "tokenizer: the file asks to add ", data.add_bos && data.bos < 0 ? "BOS" : "EOS", " but names no such token"));
  }

  Vocabulary v;
  v.data_ = std::move(data);
  v.types_.assign(n, TokenType::kNormal);
  v.end_of_generation_.assign(n, false);
  v.id_of_.reserve(n);
  for (size_t i = 0; i < n; ++i) {
    const absl::string_view text = v.data_.tokens[i];
    if (!text.empty()) {
      const auto [entry, inserted] = v.id_of_.emplace(text, static_cast<int32_t>(i));
      if (!inserted) {
        return absl::InvalidArgumentError(absl::StrCat("tokenizer: tokens ", entry->second, " and ", i,
                                                       " have the same text \"", absl::CHexEscape(text.substr(0, 80)),
                                                       "\""));
      }
    }
    if (v.data_.types.empty()) continue;
    const int32_t type = v.data_.types[i];
    if (type < 0 || type > static_cast<int32_t>(TokenType::kByte)) {
      return absl::InvalidArgumentError(absl::StrCat("tokenizer: token ", i, " has type ", type, "; known are 0 to 6"));
    }
    v.types_[i] = static_cast<TokenType>(type);
    if (v.types_[i] == TokenType::kUserDefined && IsEndText(text)) v.types_[i] = TokenType::kControl;
    v.end_of_generation_[i] = v.types_[i] == TokenType::kControl && IsEndText(text);
  }
  for (const int32_t id : {v.data_.eos, v.data_.eot, v.data_.eom}) {
    if (id >= 0) v.end_of_generation_[id] = true;
  }
  v.data_.types = {};
  v.data_.scores = {};
  v.data_.merges = {};
  return v;
}

std::optional<int32_t> Vocabulary::Find(absl::string_view text) const {
  const auto it = id_of_.find(text);
  if (it == id_of_.end()) return std::nullopt;
  return it->second;
}

bool Vocabulary::IsReachable(int32_t id) const {
  return type(id) == TokenType::kNormal || type(id) == TokenType::kUserDefined || type(id) == TokenType::kByte;
}

std::vector<int32_t> Vocabulary::SpecialTokens(bool parse_special) const {
  std::vector<int32_t> out;
  for (int32_t id = 0; id < size(); ++id) {
    const bool cut = type(id) == TokenType::kUserDefined ||
                     (parse_special && (type(id) == TokenType::kControl || type(id) == TokenType::kUnknown));
    if (cut && !text(id).empty()) out.push_back(id);
  }
  return out;
}

std::optional<uint8_t> ParseByteToken(absl::string_view text) {
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); };
  if (text.size() != 6 || text.substr(0, 3) != "<0x" || text[5] != '>' || !is_hex(text[3]) || !is_hex(text[4])) {
    return std::nullopt;
  }
  return static_cast<uint8_t>(absl::HexStringToBytes(text.substr(3, 2))[0]);
}

}  // namespace ferro
