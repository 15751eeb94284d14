#include "engine/text/embedding/encoder.h"

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "engine/gguf/file.h"
#include "engine/text/load_tokenizer.h"

namespace ferro {
namespace {

using testing::HasSubstr;

// The tiny models' tokenizers: a merge list (second generation), scores (first).
class EncoderTest : public testing::TestWithParam<EmbeddingFamily> {
 protected:
  void SetUp() override {
    const std::string name = GetParam() == EmbeddingFamily::kGemma1 ? "gemma1" : "gemma2";
    ASSERT_OK_AND_ASSIGN(file_, GgufFile::Open("tests/data/models/tiny-" + name + "-Q8_0.gguf"));
    ASSERT_OK_AND_ASSIGN(tokenizer_, LoadTokenizer(*file_));
    ASSERT_OK_AND_ASSIGN(goldens_, ParseJson(ReadFile("tests/data/goldens/" + name + ".json")));
  }
  EmbeddingEncoder Encoder(int limit) const { return EmbeddingEncoder(*tokenizer_, GetParam(), limit); }

  std::unique_ptr<GgufFile> file_;
  std::unique_ptr<Tokenizer> tokenizer_;
  Json goldens_;
};

TEST_P(EncoderTest, GoldenIds) {
  const EmbeddingEncoder encoder = Encoder(2048);
  ASSERT_GE(goldens_.at("texts").size(), 12u);
  for (const Json& text : goldens_.at("texts")) {
    ASSERT_OK_AND_ASSIGN(const EmbeddingInput input, encoder.Encode(text.at("text").get<std::string>(), {}));
    EXPECT_EQ(input.tokens, text.at("ids").get<std::vector<int32_t>>()) << text.at("text");
    EXPECT_EQ(input.full_tokens, static_cast<int>(input.tokens.size()));
    EXPECT_FALSE(input.truncated());
  }
  for (const Json& text : goldens_.at("tokenizer")) {
    const std::string string = text.at("text").get<std::string>();
    EXPECT_EQ(encoder.Encode(string, {})->tokens, text.at("ids").get<std::vector<int32_t>>()) << string;
    std::vector<int32_t> plain = text.at("ids_plain").get<std::vector<int32_t>>();
    plain.insert(plain.begin(), tokenizer_->bos_id());
    plain.push_back(tokenizer_->eos_id());
    EXPECT_EQ(encoder.Encode(string, {.task = {}, .title = {}, .parse_special = false})->tokens, plain) << string;
  }
}

TEST_P(EncoderTest, PrefixAndTextAreOneString) {
  const EmbeddingEncoder encoder = Encoder(2048);
  EXPECT_EQ(encoder.Encode("a cat", {.task = "query", .title = {}})->tokens,
            encoder.Encode("task: search result | query: a cat", {})->tokens);
  EXPECT_EQ(encoder.Encode("a cat", {.task = "document", .title = "Cats"})->tokens,
            encoder.Encode("title: Cats | text: a cat", {})->tokens);
}

TEST_P(EncoderTest, AnEmptyTextIsBosAndEos) {
  EXPECT_EQ(Encoder(2).Encode("", {})->tokens, (std::vector<int32_t>{2, 1}));
}

TEST_P(EncoderTest, TruncatesOnlyWhenAsked) {
  const std::string text = "two cats on a sofa and a third one under it";
  const std::vector<int32_t> whole = Encoder(2048).Encode(text, {})->tokens;
  const int length = static_cast<int>(whole.size());
  EXPECT_EQ(Encoder(length).Encode(text, {})->tokens, whole) << "exactly the limit fits";

  const absl::Status refused = Encoder(length - 1).Encode(text, {}).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(refused.message()), HasSubstr(absl::StrCat("an input of ", length, " tokens")));
  EXPECT_THAT(std::string(refused.message()), HasSubstr(absl::StrCat(length - 1, " tokens")));
  EXPECT_EQ(DetailOf(refused).reason, kReasonContextExceeded);
  EXPECT_EQ(DetailOf(refused).prompt_tokens, length);
  EXPECT_EQ(DetailOf(refused).context_tokens, length - 1);

  ASSERT_OK_AND_ASSIGN(const EmbeddingInput cut, Encoder(5).Encode(text, {.task = {}, .title = {}, .truncate = true}));
  EXPECT_EQ(cut.tokens, (std::vector<int32_t>{whole[0], whole[1], whole[2], whole[3], 1})) << "keeps EOS";
  EXPECT_EQ(cut.full_tokens, length);
  EXPECT_TRUE(cut.truncated());
}

TEST_P(EncoderTest, TokensAsTheyAre) {
  const EmbeddingEncoder encoder = Encoder(3);
  EXPECT_EQ(encoder.FromTokens({7}, false)->tokens, (std::vector<int32_t>{7})) << "no BOS, no EOS";
  EXPECT_EQ(encoder.FromTokens({7, 8, 9, 10}, true)->tokens, (std::vector<int32_t>{7, 8, 9}));
  EXPECT_EQ(encoder.FromTokens({7, 8, 9, 10}, true)->full_tokens, 4);
  EXPECT_EQ(DetailOf(encoder.FromTokens({7, 8, 9, 10}, false).status()).reason, kReasonContextExceeded);
  EXPECT_THAT(std::string(encoder.FromTokens({}, true).status().message()), HasSubstr("no tokens"));
  EXPECT_THAT(std::string(encoder.FromTokens({1, -1}, true).status().message()), HasSubstr("token id -1 is outside"));
  EXPECT_THAT(std::string(encoder.FromTokens({1 << 30}, true).status().message()), HasSubstr("is outside"));
}

TEST_P(EncoderTest, RefusesMalformedText) {
  EXPECT_EQ(Encoder(9).Encode("\xff", {}).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(Encoder(9).Encode("a", {.task = "poetry", .title = {}}).status().message()),
              HasSubstr("unknown task"));
}

INSTANTIATE_TEST_SUITE_P(Families, EncoderTest, testing::Values(EmbeddingFamily::kGemma1, EmbeddingFamily::kGemma2),
                         [](const auto& info) { return info.param == EmbeddingFamily::kGemma1 ? "Gemma1" : "Gemma2"; });

}  // namespace
}  // namespace ferro
