#include "engine/text/detokenizer.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/status_testing.h"
#include "base/utf8.h"
#include "engine/text/byte_alphabet.h"
#include "engine/text/byte_bpe_tokenizer.h"
#include "engine/text/tokenizer_testing.h"

namespace ferro {
namespace {

class DetokenizerTest : public testing::Test {
 protected:
  // The 256 letters and, for each text added, a token of these bytes.
  int32_t Add(absl::string_view bytes) {
    std::string spelled;
    for (const char c : bytes) spelled += ByteLetter(static_cast<uint8_t>(c));
    for (size_t i = 0; i < data_.tokens.size(); ++i) {
      if (data_.tokens[i] == spelled) return i;
    }
    return AddToken(spelled, TokenType::kNormal, &data_);
  }
  const Tokenizer& Build() {
    auto tokenizer = ByteBpeTokenizer::Create(data_);
    EXPECT_OK(tokenizer);
    tokenizer_ = *std::move(tokenizer);
    return *tokenizer_;
  }

  VocabularyData data_ = SmallByteLevelVocabulary();
  std::unique_ptr<Tokenizer> tokenizer_;
};

// Pushes all and checks that each piece is whole characters.
std::string Stream(const Tokenizer& tokenizer, const std::vector<int32_t>& ids, DetokenizerOptions options = {}) {
  StreamDetokenizer stream(tokenizer, std::move(options));
  std::string text;
  for (const int32_t id : ids) {
    const std::string piece = stream.Push(id);
    EXPECT_TRUE(IsValidUtf8(piece));
    EXPECT_LE(stream.pending().size(), 3u);
    text += piece;
  }
  return text + stream.Flush();
}

TEST_F(DetokenizerTest, EverySplitOfATextIntoThreeTokens) {
  const std::string text = "a\u00E9\u65E5\U0001F600!";
  for (size_t i = 0; i <= text.size(); ++i) {
    for (size_t k = i; k <= text.size(); ++k) {
      data_ = SmallByteLevelVocabulary();
      std::vector<int32_t> ids;
      for (const auto& part : {text.substr(0, i), text.substr(i, k - i), text.substr(k)}) {
        if (!part.empty()) ids.push_back(Add(part));
      }
      EXPECT_EQ(Stream(Build(), ids), text) << i << " " << k;
    }
  }
}

TEST_F(DetokenizerTest, EmitsACharacterWithItsLastByte) {
  const int32_t first = Add("\xF0\x9F"), second = Add("\x98"), third = Add("\x80x");
  StreamDetokenizer stream(Build());
  EXPECT_EQ(stream.Push(first), "");
  EXPECT_EQ(stream.Push(second), "");
  EXPECT_EQ(stream.pending().size(), 3u);
  EXPECT_EQ(stream.Push(third), "\U0001F600x");
  EXPECT_EQ(stream.Flush(), "");
}

TEST_F(DetokenizerTest, FlushReplacesAnUnfinishedCharacterOnce) {
  const int32_t start = Add("z\xF0\x9F\x98");
  StreamDetokenizer stream(Build());
  EXPECT_EQ(stream.Push(start), "z");
  EXPECT_EQ(stream.Flush(), "\uFFFD");
  EXPECT_EQ(stream.Flush(), "");
  EXPECT_EQ(stream.Push(Add("a")), "a");  // ready for the next stream
}

TEST_F(DetokenizerTest, RandomBytesEqualDecodingAtOnce) {
  const Tokenizer& tokenizer = Build();
  std::vector<int32_t> letters;
  for (const int byte : {0x41, 0x80, 0x9F, 0xBF, 0xC2, 0xC3, 0xE0, 0xE6, 0xED, 0xF0, 0xF4, 0xFF}) {
    letters.push_back(*tokenizer.FindToken(ByteLetter(byte)));
  }
  std::mt19937 random(2);
  for (int i = 0; i < 20000; ++i) {
    std::vector<int32_t> ids;
    for (int k = random() % 9; k > 0; --k) ids.push_back(letters[random() % letters.size()]);
    ASSERT_EQ(Stream(tokenizer, ids), tokenizer.DecodeAll(ids));
  }
}

TEST_F(DetokenizerTest, SpecialTokensHiddenShownOrPreserved) {
  const Tokenizer& t = Build();
  const int32_t start = *t.FindToken("<|im_start|>"), end = *t.FindToken("<|im_end|>"), a = *t.FindToken("a");
  EXPECT_EQ(Stream(t, {start, a, end}), "a");
  EXPECT_EQ(Stream(t, {start, a, end}, {/*show_special=*/true, {}}), "<|im_start|>a<|im_end|>");
  EXPECT_EQ(Stream(t, {start, a, end}, {/*show_special=*/false, {start}}), "<|im_start|>a");
}

TEST_F(DetokenizerTest, AnythingAsId) {
  const Tokenizer& t = Build();
  EXPECT_EQ(Stream(t, {-1, t.vocab_size(), std::numeric_limits<int32_t>::max(), std::numeric_limits<int32_t>::min()}),
            "");
}

}  // namespace
}  // namespace ferro
