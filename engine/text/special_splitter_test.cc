#include "engine/text/special_splitter.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/status_testing.h"
#include "engine/text/tokenizer_testing.h"

namespace ferro {
namespace {

Vocabulary Make(const std::vector<std::string>& specials) {
  VocabularyData data;
  data.add_bos = false;
  for (const std::string& text : specials) AddToken(text, TokenType::kControl, &data);
  absl::StatusOr<Vocabulary> vocabulary = Vocabulary::Create(std::move(data));
  EXPECT_OK(vocabulary);
  return *std::move(vocabulary);
}

std::vector<std::string> Found(const Vocabulary& vocabulary, const std::string& text) {
  std::vector<std::string> out;
  size_t at = 0;
  for (const SpecialMatch& m : SpecialSplitter(vocabulary, vocabulary.SpecialTokens(true)).Find(text)) {
    EXPECT_GE(m.begin, at) << text;
    EXPECT_EQ(text.substr(m.begin, m.size), vocabulary.text(m.id)) << text;
    out.emplace_back(std::to_string(m.begin) + ":" + text.substr(m.begin, m.size));
    at = m.begin + m.size;
  }
  return out;
}

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SpecialSplitterTest, NothingToFind) {
  EXPECT_THAT(Found(Make({"<a>"}), ""), IsEmpty());
  EXPECT_THAT(Found(Make({"<a>"}), "<a"), IsEmpty());
  const Vocabulary v = Make({"<a>"});
  EXPECT_THAT(SpecialSplitter(v, {}).Find("<a>"), IsEmpty());
}

TEST(SpecialSplitterTest, LongestFirstEvenIfAShorterOneStartsEarlier) {
  EXPECT_THAT(Found(Make({"ab", "bcd"}), "abcd"), ElementsAre("1:bcd"));
  EXPECT_THAT(Found(Make({"<|im", "<|im_end|>"}), "<|im_end|><|im"), ElementsAre("0:<|im_end|>", "10:<|im"));
}

TEST(SpecialSplitterTest, ALoserComesBackAsAShorterText) {
  // At 0 "abc" loses to "bcde" and "ab" loses too, "a" fits.
  EXPECT_THAT(Found(Make({"abc", "bcde", "ab", "a"}), "abcde"), ElementsAre("0:a", "1:bcde"));
}

TEST(SpecialSplitterTest, OneByteAtTheEndOfTheText) {
  EXPECT_THAT(Found(Make({"x", "xy"}), "xyx"), ElementsAre("0:xy", "2:x"));
}

TEST(SpecialSplitterTest, EqualsTheRuleTakenLiterally) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::string> specials;
    for (int i = 0; i < 6; ++i) {
      std::string text = RandomText({"a", "b", "c"}, 1 + random() % 4, random);
      if (std::find(specials.begin(), specials.end(), text) == specials.end()) specials.push_back(text);
    }
    const Vocabulary vocabulary = Make(specials);
    const std::string text = RandomText({"a", "b", "c", "d"}, random() % 20, random);
    std::vector<std::string> expected;
    size_t at = 0;
    for (const Fragment& f : SplitLiterally(vocabulary, true, text)) {
      if (f.id >= 0) expected.push_back(std::to_string(at) + ":" + f.text);
      at += f.text.size();
    }
    ASSERT_EQ(Found(vocabulary, text), expected) << text << " with " << testing::PrintToString(specials);
  }
}

// Runs of spaces are special in Gemma's vocabulary: 30 lengths at every position of a megabyte. Anything quadratic
// would run into the test's time limit.
TEST(SpecialSplitterTest, LongRunsOfOverlappingTexts) {
  std::vector<std::string> specials;
  for (int n = 2; n <= 31; ++n) specials.emplace_back(n, ' ');
  const Vocabulary vocabulary = Make(specials);
  const SpecialSplitter splitter(vocabulary, vocabulary.SpecialTokens(true));
  const std::vector<SpecialMatch> matches = splitter.Find(std::string(1000000, ' '));
  ASSERT_EQ(matches.size(), 1000000u / 31 + 1);
  EXPECT_EQ(matches.back().size, 1000000u % 31);
}

}  // namespace
}  // namespace ferro
