// Requests whose number of tokens a llama.cpp server has told.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/file_testing.h"
#include "base/status_testing.h"
#include "engine/gguf/file.h"
#include "engine/text/decision/prompt.h"
#include "engine/text/decision/question_testing.h"
#include "engine/text/load_tokenizer.h"

namespace ferro {
namespace {

std::string BodyOf(const Json& request) {
  if (request.contains("body")) return request.at("body").get<std::string>();
  std::string body;
  for (const Json& part : request.at("body_parts")) {
    for (int n = part.at(1).get<int>(); n > 0; --n) body += part.at(0).get<std::string>();
  }
  return body;
}

class ReferenceTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open("tests/data/models/tiny-d1-Q8_0.gguf"));
    ASSERT_OK_AND_ASSIGN(tokenizer_, LoadTokenizer(*file));
    ASSERT_OK_AND_ASSIGN(const uint32_t mask, file->GetU32("tokenizer.ggml.mask_token_id"));
    ASSERT_OK_AND_ASSIGN(builder_, DecisionPromptBuilder::Create(*tokenizer_, mask));
  }

  // As `usage.input_tokens` counts them: over all questions.
  size_t CountTokens(const Json& request) {
    const EncodedState state = builder_->EncodeState(request.at("state")).value();
    size_t tokens = 0;
    for (const auto& [id, question] : request.at("questions").items()) {
      tokens += builder_->Build(state, QuestionFromJson(question)).value().tokens.size();
    }
    return tokens;
  }

  std::unique_ptr<Tokenizer> tokenizer_;
  std::unique_ptr<DecisionPromptBuilder> builder_;
};

TEST_F(ReferenceTest, RandomRequests) {
  ASSERT_OK_AND_ASSIGN(const Json recorded, ParseJson(ReadFile("tests/data/d1_generated.json")));
  ASSERT_EQ(recorded.at("requests").size(), 300u);
  for (const Json& request : recorded.at("requests")) {
    const std::string body = BodyOf(request);
    ASSERT_OK_AND_ASSIGN(const Json json, ParseJson(body));
    EXPECT_EQ(CountTokens(json), request.at("input_tokens").get<size_t>()) << body.substr(0, 2000);
  }
}

TEST_F(ReferenceTest, OddRequests) {
  ASSERT_OK_AND_ASSIGN(const Json recorded, ParseJson(ReadFile("tests/data/d1_http.json")));
  int compared = 0;
  for (const Json& request : recorded.at("cases")) {
    if (!request.contains("input_tokens") || request.contains("body_base64")) continue;
    ASSERT_OK_AND_ASSIGN(const Json json, ParseJson(BodyOf(request), kMaxDecisionJsonDepth));
    EXPECT_EQ(CountTokens(json), request.at("input_tokens").get<size_t>()) << request.at("name");
    ++compared;
  }
  EXPECT_EQ(compared, 53);
}

}  // namespace
}  // namespace ferro
