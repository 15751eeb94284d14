#include "engine/text/tokenizer_testing.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/utf8.h"
#include "engine/text/byte_alphabet.h"

namespace ferro {
namespace {

std::string Spell(absl::string_view bytes) {
  std::string out;
  for (const char c : bytes) out += ByteLetter(static_cast<uint8_t>(c));
  return out;
}

void AddMerge(absl::string_view left, absl::string_view right, VocabularyData* data) {
  data->merges.push_back(absl::StrCat(Spell(left), " ", Spell(right)));
  const std::string result = Spell(absl::StrCat(left, right));
  if (std::find(data->tokens.begin(), data->tokens.end(), result) == data->tokens.end()) {
    AddToken(result, TokenType::kNormal, data);
  }
}

}  // namespace

int32_t AddToken(absl::string_view text, TokenType type, VocabularyData* data, float score) {
  data->tokens.emplace_back(text);
  data->types.push_back(static_cast<int32_t>(type));
  data->scores.push_back(score);
  return static_cast<int32_t>(data->tokens.size()) - 1;
}

VocabularyData SmallByteLevelVocabulary() {
  VocabularyData data;
  AddToken("<|pad|>", TokenType::kControl, &data);
  data.bos = AddToken("<|startoftext|>", TokenType::kControl, &data);
  data.eos = AddToken("<|im_end|>", TokenType::kControl, &data);
  for (const char* text : {"<|endoftext|>", "<|im", "<|im_start|>", "|>", "<|im_end|>|>", "ctl"}) {
    AddToken(text, TokenType::kControl, &data);
  }
  AddToken("<unk>", TokenType::kUnknown, &data);
  AddToken("python", TokenType::kUserDefined, &data);
  AddToken("on", TokenType::kUserDefined, &data);
  AddToken("[PAD12]", TokenType::kUnused, &data);
  for (int byte = 0; byte < 256; ++byte) AddToken(ByteLetter(byte), TokenType::kNormal, &data);
  const std::pair<const char*, const char*> merges[] = {
      {"t", "h"}, {"th", "e"},  {" ", "the"}, {"h", "e"},       {"e", "r"},           {"i", "n"},      {"in", "g"},
      {" ", "t"}, {"a", "a"},   {"aa", "aa"}, {"aa", "a"},      {"a", "b"},           {"b", "a"},      {"ab", "ab"},
      {" ", " "}, {"  ", "  "}, {"\n", "\n"}, {"\xE6", "\x97"}, {"\xE6\x97", "\xA5"}, {"e", "the"},    {"0", "0"},
      {"1", "2"}, {"12", "3"},  {"'", "s"},   {".", "."},       {"..", "."},          {"\xF0", "\x9F"}};
  for (const auto& [left, right] : merges) AddMerge(left, right, &data);
  data.merges.push_back("t h");  // again, with a worse rank: the first counts
  data.merges.push_back("w x");  // "wx" and "wxy" are no tokens, "wxyz" is
  data.merges.push_back("wx y");
  data.merges.push_back("wxy z");
  AddToken("wxyz", TokenType::kNormal, &data);
  data.merges.push_back("c t");  // "ctl" is a control token: plain text must not become it
  data.merges.push_back("ct l");
  AddToken("ct", TokenType::kNormal, &data);
  data.merges.push_back("nospace");  // no merges at all
  data.merges.push_back("");
  data.merges.push_back(" x");
  AddToken("zqx", TokenType::kNormal, &data);  // taken whole, although no merge makes it
  return data;
}

VocabularyData BareGemmaVocabulary() {
  VocabularyData data;
  AddToken("<pad>", TokenType::kControl, &data);
  data.eos = AddToken("<eos>", TokenType::kControl, &data);
  data.bos = AddToken("<bos>", TokenType::kControl, &data);
  AddToken("<unk>", TokenType::kUnknown, &data);
  for (int byte = 0; byte < 256; ++byte) AddToken(absl::StrFormat("<0x%02X>", byte), TokenType::kByte, &data);
  data.add_eos = true;
  return data;
}

VocabularyData VocabularyFromJson(const Json& json) {
  VocabularyData data;
  data.tokens = json.at("tokens").get<std::vector<std::string>>();
  data.types = json.at("types").get<std::vector<int32_t>>();
  data.merges = json.at("merges").get<std::vector<std::string>>();
  data.bos = json.at("bos").get<int32_t>();
  data.eos = json.at("eos").get<int32_t>();
  return data;
}

std::vector<Fragment> SplitLiterally(const Vocabulary& vocabulary, bool parse_special, absl::string_view text) {
  std::vector<int32_t> ids = vocabulary.SpecialTokens(parse_special);
  std::stable_sort(ids.begin(), ids.end(),
                   [&](int32_t a, int32_t b) { return vocabulary.text(a).size() > vocabulary.text(b).size(); });
  std::vector<Fragment> fragments = {{-1, std::string(text)}};
  for (const int32_t id : ids) {
    const std::string special(vocabulary.text(id));
    std::vector<Fragment> next;
    for (Fragment& fragment : fragments) {
      if (fragment.id >= 0) {
        next.push_back(fragment);
        continue;
      }
      std::string rest = fragment.text;
      for (size_t at; (at = rest.find(special)) != std::string::npos; rest = rest.substr(at + special.size())) {
        if (at > 0) next.push_back({-1, rest.substr(0, at)});
        next.push_back({id, special});
      }
      if (!rest.empty()) next.push_back({-1, rest});
    }
    fragments = std::move(next);
  }
  return fragments;
}

std::vector<std::string> Characters(absl::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const size_t size = InspectUtf8(text).size;
    out.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return out;
}

}  // namespace ferro
