#include "engine/text/vocabulary.h"

#include <string>
#include <utility>

#include "base/status_testing.h"

namespace ferro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

VocabularyData Sound() {
  VocabularyData data;
  data.tokens = {"<unk>", "<s>", "<|im_end|>", "a", "tool", "</s>", "</s >", ""};
  data.types = {2, 3, 4, 1, 4, 1, 5, 1};
  data.bos = 1;
  data.eos = 4;
  return data;
}

std::string ErrorOf(VocabularyData data) {
  const auto result = Vocabulary::Create(std::move(data));
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(result.status().message());
}

TEST(VocabularyTest, FindsTextsAndKeepsTypes) {
  ASSERT_OK_AND_ASSIGN(const Vocabulary v, Vocabulary::Create(Sound()));
  EXPECT_EQ(v.size(), 8);
  EXPECT_EQ(v.Find("a"), 3);
  EXPECT_EQ(v.Find("b"), std::nullopt);
  EXPECT_EQ(v.Find(""), std::nullopt);
  EXPECT_EQ(v.type(1), TokenType::kControl);
  EXPECT_FALSE(v.Contains(-1));
  EXPECT_FALSE(v.Contains(8));
  EXPECT_THAT(v.SpecialTokens(/*parse_special=*/true), ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(v.SpecialTokens(/*parse_special=*/false), ElementsAre(4));
}

TEST(VocabularyTest, EndMarkersBecomeControlTokensUnlessTheyAreOrdinaryText) {
  ASSERT_OK_AND_ASSIGN(const Vocabulary v, Vocabulary::Create(Sound()));
  EXPECT_EQ(v.type(2), TokenType::kControl);  // user-defined in the file
  EXPECT_TRUE(v.IsEndOfGeneration(2));
  EXPECT_TRUE(v.IsEndOfGeneration(4));   // the file's EOS
  EXPECT_FALSE(v.IsEndOfGeneration(5));  // a model that writes HTML must be able to close a tag
  EXPECT_FALSE(v.IsEndOfGeneration(1));
  EXPECT_FALSE(v.IsEndOfGeneration(-1));
  EXPECT_FALSE(v.IsEndOfGeneration(99));
}

TEST(VocabularyTest, SurvivesMoving) {
  ASSERT_OK_AND_ASSIGN(Vocabulary v, Vocabulary::Create(Sound()));
  const Vocabulary moved = std::move(v);
  EXPECT_EQ(moved.Find("tool"), 4);
}

TEST(VocabularyTest, TypesMayBeAbsent) {
  VocabularyData data = Sound();
  data.types = {};
  ASSERT_OK_AND_ASSIGN(const Vocabulary v, Vocabulary::Create(std::move(data)));
  EXPECT_EQ(v.type(1), TokenType::kNormal);
}

TEST(VocabularyTest, RefusesDamage) {
  EXPECT_THAT(ErrorOf({}), HasSubstr("0 tokens"));
  VocabularyData data = Sound();
  data.types.pop_back();
  EXPECT_THAT(ErrorOf(data), HasSubstr("7 token types for 8 tokens"));
  data = Sound();
  data.types[3] = 7;
  EXPECT_THAT(ErrorOf(data), HasSubstr("token 3 has type 7"));
  data = Sound();
  data.tokens[4] = "a";
  EXPECT_THAT(ErrorOf(data), HasSubstr("tokens 3 and 4 have the same text \"a\""));
  data = Sound();
  data.eos = 8;
  EXPECT_THAT(ErrorOf(data), HasSubstr("EOS token id 8 is outside the vocabulary of 8 tokens"));
  data = Sound();
  data.eot = -2;
  EXPECT_THAT(ErrorOf(data), HasSubstr("end-of-turn token id -2"));
  data = Sound();
  data.bos = -1;
  EXPECT_THAT(ErrorOf(data), HasSubstr("asks to add BOS"));
  data = Sound();
  data.eos = -1;
  data.add_eos = true;
  EXPECT_THAT(ErrorOf(data), HasSubstr("asks to add EOS"));
}

TEST(VocabularyTest, ByteTokens) {
  EXPECT_EQ(ParseByteToken("<0x00>"), 0x00);
  EXPECT_EQ(ParseByteToken("<0xFA>"), 0xFA);
  for (const char* text : {"<0xfa>", "<0xF>", "<0xFAA>", "0xFA", "<0xG0>", "", "<0xFA "}) {
    EXPECT_EQ(ParseByteToken(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace ferro
