// Any bytes as text and as token ids, through both kinds of tokenizer. Build with -fsanitize=fuzzer to run it as a
// fuzzer; tokenizer_fuzz_test.cc runs the corpus in testdata/fuzz.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "base/utf8.h"
#include "engine/text/byte_bpe_tokenizer.h"
#include "engine/text/detokenizer.h"
#include "engine/text/gemma_tokenizer.h"
#include "engine/text/tokenizer_testing.h"

namespace ferro {
namespace {

void Require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

// Encoding must give back the text, shown specials included; not parsed, it must not forge a control token.
void CheckText(const Tokenizer& tokenizer, absl::string_view text, const std::string& expected) {
  for (const bool parse_special : {false, true}) {
    const auto ids = tokenizer.Encode(text, {/*add_special=*/false, parse_special});
    Require(ids.ok() == IsValidUtf8(text), "Encode accepts exactly well-formed text");
    if (!ids.ok()) continue;
    Require(tokenizer.DecodeAll(*ids, /*show_special=*/true) == expected, "decode(encode(text)) == text");
    for (const int32_t id : *ids) {
      Require(parse_special || tokenizer.type(id) != TokenType::kControl, "plain text gives no control token");
    }
  }
}

void CheckIds(const Tokenizer& tokenizer, absl::string_view bytes) {
  std::vector<int32_t> ids;
  for (size_t at = 0; at + 2 <= bytes.size(); at += 2) {
    uint16_t id;
    std::memcpy(&id, bytes.data() + at, 2);
    ids.push_back(static_cast<int32_t>(id % (tokenizer.vocab_size() + 2)) - 1);
  }
  StreamDetokenizer stream(tokenizer);
  std::string text;
  for (const int32_t id : ids) {
    const std::string piece = stream.Push(id);
    Require(IsValidUtf8(piece), "a streamed piece is well-formed");
    text += piece;
  }
  text += stream.Flush();
  Require(text == tokenizer.DecodeAll(ids), "streamed == decoded at once");
}

std::unique_ptr<Tokenizer> MakeGemma() {
  VocabularyData data = BareGemmaVocabulary();
  for (const char* text : {"\u2581", "\n", "\n\n", "a", "b", "ab", "\u2581a", "\u2581\u2581", "\u65E5"})
    AddToken(text, TokenType::kNormal, &data);
  AddToken("<tag>", TokenType::kUserDefined, &data);
  data.merges = {"a b", "\u2581 a", "\u2581 \u2581", "b c"};
  return *GemmaTokenizer::Create(std::move(data), GemmaRules::kMergeList);
}

}  // namespace
}  // namespace ferro

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ferro;
  static const Tokenizer* const byte_bpe = ByteBpeTokenizer::Create(SmallByteLevelVocabulary())->release();
  static const Tokenizer* const gemma = MakeGemma().release();
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckText(*byte_bpe, bytes, std::string(bytes));
  CheckText(*gemma, bytes, absl::StrReplaceAll(bytes, {{"\u2581", " "}}));  // Gemma cannot tell the two apart
  CheckIds(*byte_bpe, bytes);
  CheckIds(*gemma, bytes);
  return 0;
}
