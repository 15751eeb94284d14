#include "engine/text/byte_bpe_tokenizer.h"

#include <map>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/status_testing.h"
#include "engine/text/byte_alphabet.h"
#include "engine/text/pretokenizer.h"
#include "engine/text/tokenizer_testing.h"

namespace ferro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr EncodeOptions kPlain = {/*add_special=*/false, /*parse_special=*/false};
constexpr EncodeOptions kParsed = {/*add_special=*/false, /*parse_special=*/true};

// Byte-level BPE on strings, with nothing of the real one but the word splitter, which has tests of its own.
class LiteralByteBpe {
 public:
  explicit LiteralByteBpe(const VocabularyData& data) : vocabulary_(*Vocabulary::Create(data)) {
    for (size_t i = 0; i < data.merges.size(); ++i) {
      const size_t space = data.merges[i].find(' ', 1);
      if (space == std::string::npos) continue;
      ranks_.emplace(std::make_pair(data.merges[i].substr(0, space), data.merges[i].substr(space + 1)), i);
    }
  }

  std::vector<int32_t> Encode(const std::string& text, bool parse_special) const {
    std::vector<int32_t> ids;
    for (const Fragment& fragment : SplitLiterally(vocabulary_, parse_special, text)) {
      if (fragment.id >= 0) {
        ids.push_back(fragment.id);
        continue;
      }
      const char* const end = fragment.text.data() + fragment.text.size();
      for (const char* p = fragment.text.data(); p < end;) {
        const char* const next = splitter_.EndOfWord(p, end);
        EncodeWord(std::string(p, next), &ids);
        p = next;
      }
    }
    return ids;
  }

 private:
  void EncodeWord(const std::string& word, std::vector<int32_t>* ids) const {
    std::vector<std::string> letters;
    std::string spelled;
    for (const char c : word) {
      letters.push_back(ByteLetter(static_cast<uint8_t>(c)));
      spelled += letters.back();
    }
    if (const auto id = vocabulary_.Find(spelled); id && vocabulary_.type(*id) == TokenType::kNormal) {
      ids->push_back(*id);
      return;
    }
    const auto rank_of = [this](const std::string& left, const std::string& right) -> int64_t {
      const auto it = ranks_.find({left, right});
      return it == ranks_.end() ? -1 : static_cast<int64_t>(it->second);
    };
    for (const std::string& part : MergeLiterally(letters, rank_of)) {
      if (const auto id = vocabulary_.Find(part); id && vocabulary_.IsReachable(*id)) {
        ids->push_back(*id);
        continue;
      }
      for (const char c : part) {
        if (const auto id = vocabulary_.Find(std::string(1, c))) ids->push_back(*id);
      }
    }
  }

  Vocabulary vocabulary_;
  std::map<std::pair<std::string, std::string>, size_t> ranks_;
  WordSplitter splitter_;
};

std::unique_ptr<Tokenizer> Small() {
  auto tokenizer = ByteBpeTokenizer::Create(SmallByteLevelVocabulary());
  EXPECT_OK(tokenizer);
  return *std::move(tokenizer);
}

std::vector<std::string> Texts(const Tokenizer& tokenizer, absl::string_view text, EncodeOptions options) {
  std::vector<std::string> out;
  const auto ids = tokenizer.Encode(text, options);
  EXPECT_OK(ids);
  for (const int32_t id : *ids) out.emplace_back(tokenizer.TokenText(id));
  return out;
}

TEST(ByteBpeTokenizerTest, MergesByRank) {
  const auto t = Small();
  EXPECT_THAT(Texts(*t, "the thing", kPlain), ElementsAre("the", "\u0120", "th", "ing"));
  EXPECT_THAT(Texts(*t, "aaaaaaa", kPlain), ElementsAre("aaaa", "aaa"));
  EXPECT_THAT(Texts(*t, "\u65E5", kPlain), ElementsAre("\u00E6\u0139\u00A5"));
}

TEST(ByteBpeTokenizerTest, AWordInTheVocabularyIsTakenWhole) {
  EXPECT_THAT(Texts(*Small(), "zqx", kPlain), ElementsAre("zqx"));
  EXPECT_THAT(Texts(*Small(), "zqxa", kPlain), ElementsAre("z", "q", "x", "a"));
}

TEST(ByteBpeTokenizerTest, MergesMayPassThroughTextsThatAreNoTokens) {
  EXPECT_THAT(Texts(*Small(), "awxyza", kPlain), ElementsAre("a", "wxyz", "a"));
  EXPECT_THAT(Texts(*Small(), "wxya", kPlain), ElementsAre("w", "x", "y", "a"));  // "wxy" itself falls back to letters
}

TEST(ByteBpeTokenizerTest, PlainTextNeverBecomesAControlToken) {
  const auto t = Small();
  EXPECT_THAT(Texts(*t, "ctl", kPlain), ElementsAre("c", "t", "l"));
  EXPECT_THAT(Texts(*t, "ctl", kParsed), ElementsAre("ctl"));
  EXPECT_THAT(Texts(*t, "a<|im_end|>", kParsed), ElementsAre("a", "<|im_end|>"));
  const auto plain = t->Encode("<|im_end|><unk>ctl", kPlain);
  ASSERT_OK(plain);
  for (const int32_t id : *plain) EXPECT_EQ(t->type(id), TokenType::kNormal);
}

TEST(ByteBpeTokenizerTest, UserDefinedTokensAreCutInsideWordsEitherWay) {
  EXPECT_THAT(Texts(*Small(), " pythonic", kPlain), ElementsAre("\u0120", "python", "i", "c"));
  EXPECT_THAT(Texts(*Small(), "pythpython", kParsed), ElementsAre("p", "y", "th", "python"));
}

TEST(ByteBpeTokenizerTest, AddsBosOnlyWhenAsked) {
  const auto t = Small();
  EXPECT_THAT(*t->Encode("", {true, true}), ElementsAre(t->bos_id()));
  EXPECT_THAT(*t->Encode("", kPlain), ElementsAre());
  EXPECT_THAT(*t->Encode("<|startoftext|>", {true, true}), ElementsAre(t->bos_id(), t->bos_id()));
}

TEST(ByteBpeTokenizerTest, EqualsTheAlgorithmOnStrings) {
  const VocabularyData data = SmallByteLevelVocabulary();
  const auto t = Small();
  const LiteralByteBpe literal(data);
  const std::vector<std::string> alphabet = {"a",
                                             "b",
                                             "a",
                                             "the",
                                             "th",
                                             "e",
                                             "in",
                                             "g",
                                             " ",
                                             "  ",
                                             "\n",
                                             "\u65E5",
                                             "w",
                                             "x",
                                             "wxy",
                                             "ctl",
                                             "t",
                                             "l",
                                             "z",
                                             "zqx",
                                             "q",
                                             "0",
                                             "12",
                                             "3",
                                             "'s",
                                             ".",
                                             "...",
                                             "<|im",
                                             "|>",
                                             "<|im_end|>",
                                             "<",
                                             "|",
                                             "on",
                                             "python",
                                             "py",
                                             "<unk>",
                                             "\u00E9",
                                             "\U0001F600",
                                             std::string(1, '\0'),
                                             "[PAD12]",
                                             "<|im_start|>",
                                             "\r\n"};
  std::mt19937 random(11);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = RandomText(alphabet, random() % 12, random);
    ASSERT_EQ(*t->Encode(text, kPlain), literal.Encode(text, false)) << text;
    ASSERT_EQ(*t->Encode(text, kParsed), literal.Encode(text, true)) << text;
  }
  for (int i = 0; i < 50; ++i) {  // words long enough for the heap
    const std::string text = RandomText({"a", "b", "aa", "ab"}, 100 + random() % 200, random);
    ASSERT_EQ(*t->Encode(text, kPlain), literal.Encode(text, false)) << text;
  }
}

TEST(ByteBpeTokenizerTest, AnAlphabetWithHoles) {
  VocabularyData data;
  data.add_bos = false;
  AddToken("a", TokenType::kNormal, &data);
  AddToken("ab", TokenType::kNormal, &data);
  data.merges = {"a b", "a c"};  // neither "b" nor "c" nor "ac" is a token
  ASSERT_OK_AND_ASSIGN(const auto t, ByteBpeTokenizer::Create(data));
  EXPECT_THAT(*t->Encode("abacb", kPlain), ElementsAre(1, 0));
}

TEST(ByteBpeTokenizerTest, RefusesInvalidUtf8) {
  const auto result = Small()->Encode("ab\xFFz");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(result.status().message()), HasSubstr("byte 2"));
  EXPECT_FALSE(Small()->Encode("\xED\xA0\x80").ok());  // a surrogate
  EXPECT_FALSE(Small()->Encode("<|im_end|>\xC3").ok());
}

// A quadratic merge would take hours here, far beyond the test's time limit.
TEST(ByteBpeTokenizerTest, AMegabyteOfOneLetter) {
  const auto t = Small();
  for (const char* unit : {"a", "ab", " ", "\n", "\u65E5", "'", "x"}) {
    std::string text;
    while (text.size() < 1000000) text += unit;
    ASSERT_OK_AND_ASSIGN(const std::vector<int32_t> ids, t->Encode(text, kPlain));
    EXPECT_EQ(t->DecodeAll(ids), text) << unit;
  }
}

TEST(ByteBpeTokenizerTest, AnyThreadMayEncode) {
  const auto t = Small();
  std::mt19937 random(4);
  std::vector<std::string> texts;
  for (int i = 0; i < 200; ++i)
    texts.push_back(RandomText({"the ", "a", "ab", "wxyz", "\n", "q", "python"}, 80, random));
  std::vector<std::vector<int32_t>> alone;
  for (const std::string& text : texts) alone.push_back(*t->Encode(text));
  std::vector<int> differing(4, 0);
  std::vector<std::thread> threads;
  for (int& count : differing) {
    threads.emplace_back([&t, &texts, &alone, &count] {
      for (size_t i = 0; i < texts.size(); ++i) count += *t->Encode(texts[i]) != alone[i];
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(differing, testing::Each(0));
}

TEST(ByteBpeTokenizerTest, Decoding) {
  const auto t = Small();
  const auto id = [&](absl::string_view text) { return *t->FindToken(text); };
  const std::vector<int32_t> ids = {t->bos_id(), id("the"), id("\u0120the"), id("python"), id("[PAD12]"), id("<unk>"),
                                    -1,          99999};
  EXPECT_EQ(t->DecodeAll(ids), "the thepython");
  EXPECT_EQ(t->DecodeAll(ids, /*show_special=*/true), "<|startoftext|>the thepython<unk>");
  EXPECT_EQ(t->DecodeAll({id(ByteLetter(0xE6)), id("a")}), "\uFFFDa");
  EXPECT_EQ(t->type(-1), TokenType::kUndefined);
  EXPECT_EQ(t->TokenText(99999), "");
  EXPECT_TRUE(t->IsEndOfGeneration(t->eos_id()));
  EXPECT_TRUE(t->IsEndOfGeneration(id("<|endoftext|>")));
  EXPECT_FALSE(t->IsEndOfGeneration(t->bos_id()));
}

}  // namespace
}  // namespace ferro
