#include "engine/text/tokenizer.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/utf8.h"

namespace ferro {

absl::StatusOr<std::vector<int32_t>> Tokenizer::Encode(absl::string_view text, EncodeOptions options) const {
  if (text.size() > kMaxTextBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("text of ", text.size(), " bytes is too long to tokenize; the limit is ", kMaxTextBytes));
  }
  if (const size_t valid = ValidUtf8Prefix(text); valid != text.size()) {
    return absl::InvalidArgumentError(absl::StrCat("text is not valid UTF-8: malformed sequence at byte ", valid));
  }
  std::vector<int32_t> ids;
  ids.reserve(std::min(text.size() / 4, options.max_tokens) + 2);
  if (options.add_special && add_bos()) ids.push_back(bos_id());
  const SpecialSplitter& splitter = options.parse_special ? specials_ : user_defined_;
  size_t at = 0;
  for (const SpecialMatch& match : splitter.Find(text)) {
    if (ids.size() >= options.max_tokens) break;
    if (match.begin > at) EncodePlain(text.substr(at, match.begin - at), options.max_tokens, &ids);
    ids.push_back(match.id);
    at = match.begin + match.size;
  }
  if (at < text.size() && ids.size() < options.max_tokens) EncodePlain(text.substr(at), options.max_tokens, &ids);
  if (options.add_special && add_eos()) ids.push_back(eos_id());
  if (ids.size() > options.max_tokens) ids.resize(options.max_tokens);
  return ids;
}

void Tokenizer::AppendBytes(int32_t id, bool show_special, std::string* out) const {
  const absl::string_view text = TokenText(id);
  switch (type(id)) {
    case TokenType::kNormal:
      AppendNormal(id, out);
      break;
    case TokenType::kUserDefined:
      out->append(text.data(), text.size());
      break;
    case TokenType::kControl:
    case TokenType::kUnknown:
      if (show_special) out->append(text.data(), text.size());
      break;
    case TokenType::kByte:
      if (const std::optional<uint8_t> byte = ParseByteToken(text)) out->push_back(static_cast<char>(*byte));
      break;
    case TokenType::kUnused:
    case TokenType::kUndefined:
      break;
  }
}

std::string Tokenizer::DecodeAll(absl::Span<const int32_t> ids, bool show_special) const {
  std::string bytes;
  for (const int32_t id : ids) AppendBytes(id, show_special, &bytes);
  std::string text;
  AppendRepairedUtf8(bytes, /*flush=*/true, &text);
  return text;
}

}  // namespace ferro
