#include "engine/text/decision/prompt.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/file_testing.h"
#include "base/status_testing.h"
#include "engine/gguf/file.h"
#include "engine/text/byte_bpe_tokenizer.h"
#include "engine/text/decision/layout.h"
#include "engine/text/decision/question_testing.h"
#include "engine/text/load_tokenizer.h"
#include "engine/text/tokenizer_testing.h"

namespace ferro {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class PromptTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open("tests/data/models/tiny-d1-Q8_0.gguf"));
    ASSERT_OK_AND_ASSIGN(tokenizer_, LoadTokenizer(*file));
    ASSERT_OK_AND_ASSIGN(mask_, file->GetU32("tokenizer.ggml.mask_token_id"));
    ASSERT_OK_AND_ASSIGN(builder_, DecisionPromptBuilder::Create(*tokenizer_, mask_));
  }

  DecisionPrompt Build(const Json& state, const DecisionQuestion& question) {
    const EncodedState encoded = builder_->EncodeState(state).value();
    return builder_->Build(encoded, question).value();
  }

  std::unique_ptr<Tokenizer> tokenizer_;
  int32_t mask_ = -1;
  std::unique_ptr<DecisionPromptBuilder> builder_;
};

// The definition: every piece whole, then cut.
std::vector<int32_t> BuildLiterally(const Tokenizer& tokenizer, const Json& state, const DecisionQuestion& question) {
  const TokenBudget budget = BudgetFor(OptionCount(question));
  std::vector<int32_t> front, body, back;
  for (const PromptPiece& piece : PromptPieces(state, question)) {
    std::vector<int32_t> ids = *tokenizer.Encode(piece.text, {.add_special = false});
    const size_t cap = piece.kind == PieceKind::kQuestion ? budget.question
                       : piece.kind == PieceKind::kOption ? budget.option
                                                          : ids.size();
    if (ids.size() > cap) ids.resize(cap);
    std::vector<int32_t>& to = piece.kind == PieceKind::kStart ? front : piece.kind == PieceKind::kState ? body : back;
    to.insert(to.end(), ids.begin(), ids.end());
  }
  body.resize(std::min(body.size(), kMaxDecisionTokens - front.size() - back.size()));
  front.insert(front.end(), body.begin(), body.end());
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

TEST_F(PromptTest, Goldens) {
  ASSERT_OK_AND_ASSIGN(const Json goldens, ParseJson(ReadFile("tests/data/goldens/d1.json")));
  ASSERT_EQ(goldens.at("requests").size(), 9u);
  for (const Json& golden : goldens.at("requests")) {
    const Json& state = golden.at("request").at("state");
    ASSERT_OK_AND_ASSIGN(const EncodedState encoded, builder_->EncodeState(state));
    for (const Json& expected : golden.at("questions")) {
      const std::string id = expected.at("id").get<std::string>();
      const DecisionQuestion question = QuestionFromJson(golden.at("request").at("questions").at(id));
      std::vector<std::string> texts, pieces;
      for (const PromptPiece& piece : PromptPieces(state, question)) texts.push_back(piece.text);
      for (const Json& piece : expected.at("pieces")) pieces.push_back(piece.at(1).get<std::string>());
      EXPECT_EQ(texts, pieces);
      ASSERT_OK_AND_ASSIGN(const DecisionPrompt prompt, builder_->Build(encoded, question));
      EXPECT_EQ(prompt.tokens, expected.at("tokens").get<std::vector<int32_t>>()) << id;
      EXPECT_EQ(prompt.markers, expected.at("markers").get<std::vector<int32_t>>()) << id;
      EXPECT_EQ(static_cast<int>(prompt.type), expected.at("column").get<int>());
    }
  }
}

TEST_F(PromptTest, GoldenOfAnOverlongState) {
  ASSERT_OK_AND_ASSIGN(const Json goldens, ParseJson(ReadFile("tests/data/goldens/d1.json")));
  const Json& golden = goldens.at("oversize");
  std::string state;
  for (int i = 0; i < golden.at("state_count").get<int>(); ++i) state += golden.at("state_unit").get<std::string>();
  const Json& questions = goldens.at("requests").at(0).at("request").at("questions");
  ASSERT_OK_AND_ASSIGN(const EncodedState encoded, builder_->EncodeState(Json(state)));
  for (const Json& expected : golden.at("questions")) {
    ASSERT_OK_AND_ASSIGN(
        const DecisionPrompt prompt,
        builder_->Build(encoded, QuestionFromJson(questions.at(expected.at("id").get<std::string>()))));
    EXPECT_EQ(prompt.tokens.size(), expected.at("n_tokens").get<size_t>());
    const auto first = expected.at("first").get<std::vector<int32_t>>();
    const auto last = expected.at("last").get<std::vector<int32_t>>();
    EXPECT_TRUE(std::equal(first.begin(), first.end(), prompt.tokens.begin()));
    EXPECT_TRUE(std::equal(last.rbegin(), last.rend(), prompt.tokens.rbegin()));
    EXPECT_GT(prompt.truncation.state_bytes, 100000u);
    EXPECT_EQ(prompt.truncation.question_bytes, 0u);
  }
}

TEST(TokenBudgetTest, Table) {
  struct {
    int options, option, question;
  } const kRows[] = {{1, 93, 96},   {2, 45, 96},   {3, 31, 104},   {5, 27, 152},
                     {10, 24, 272}, {26, 22, 656}, {85, 21, 2072}, {255, 21, 6152}};
  for (const auto& row : kRows) {
    EXPECT_EQ(BudgetFor(row.options).option, row.option) << row.options;
    EXPECT_EQ(BudgetFor(row.options).question, row.question) << row.options;
  }
  EXPECT_EQ(BudgetFor(85, 896).option, 2);
  EXPECT_EQ(BudgetFor(26, 896).option, 14);
  EXPECT_EQ(BudgetFor(255, 896).question, 448);
}

TEST_F(PromptTest, CutsOptionsAndInstructions) {
  std::string words;
  for (int i = 0; i < 500; ++i) words += "word" + std::to_string(i) + " ";
  DecisionQuestion question{DecisionType::kChoice, words, {{"a", words}, {"b", nullptr}}};
  const DecisionPrompt prompt = Build("s", question);
  // 2 for the start, 1 for the state, 96 for the question, 45 + 3 and 3 + " b" for the options, 1 for the end.
  EXPECT_EQ(prompt.markers.at(0), 2 + 1 + 96 + 1);
  EXPECT_EQ(prompt.markers.at(1), prompt.markers.at(0) + 45 + 3);
  EXPECT_EQ(prompt.truncation.options, 1);
  EXPECT_EQ(prompt.truncation.state_bytes, 0u);
  const auto start = prompt.tokens.begin() + prompt.markers.at(0) + 1;
  const std::string kept = tokenizer_->DecodeAll(std::vector<int32_t>(start, start + 45));
  EXPECT_EQ(kept, (" a: " + words).substr(0, kept.size()));
  EXPECT_EQ(prompt.truncation.option_bytes, words.size() + 4 - kept.size());
  EXPECT_GT(prompt.truncation.question_bytes, 0u);
}

TEST_F(PromptTest, TheMostOptionsBesideTheLongestState) {
  DecisionQuestion question{DecisionType::kChoice, std::string(100000, 'x'), {}};
  for (int i = 0; i < kMaxDecisionOptions; ++i) {
    question.criteria.push_back({"option " + std::to_string(i), std::string(2000, 'y')});
  }
  const DecisionPrompt prompt = Build(std::string(1000000, 'z'), question);
  EXPECT_THAT(prompt.tokens, SizeIs(kMaxDecisionTokens));
  ASSERT_THAT(prompt.markers, SizeIs(kMaxDecisionOptions));
  for (const int32_t marker : prompt.markers) EXPECT_EQ(prompt.tokens.at(marker), mask_);
  EXPECT_EQ(std::count(prompt.tokens.begin(), prompt.tokens.end(), mask_), kMaxDecisionOptions);
  EXPECT_EQ(prompt.truncation.options, kMaxDecisionOptions);
}

TEST_F(PromptTest, OneOption) {
  const DecisionPrompt prompt = Build(nullptr, {DecisionType::kChoice, "?", {{"only", nullptr}}});
  EXPECT_EQ(prompt.option_count(), 1);
  EXPECT_FALSE(prompt.truncation.any());
}

// Megabytes of state are read once and cut; each of these is a minute of work for anything quadratic.
TEST_F(PromptTest, HostileStates) {
  std::string opened;
  for (int i = 0; i < 300000; ++i) opened += "<|";
  std::string masks;
  for (int i = 0; i < 100000; ++i) masks += "<|mask|>";
  std::string words;
  for (int i = 0; i < 200000; ++i) words += "word ";
  const std::vector<Json> states = {
      opened, masks, words, std::string(1 << 20, 'a'), std::string(1 << 20, ' '), Json(Json::array_t(300000, Json(0)))};
  const DecisionQuestion question{DecisionType::kNoul, "?", {}};
  EXPECT_THAT(Build(words, question).tokens, SizeIs(kMaxDecisionTokens));
  for (const Json& state : states) {
    const DecisionPrompt prompt = Build(state, question);
    EXPECT_EQ(std::count(prompt.tokens.begin(), prompt.tokens.end(), mask_), 2);
    EXPECT_LE(prompt.tokens.size(), static_cast<size_t>(kMaxDecisionTokens));
    EXPECT_EQ(prompt.truncation.any(), prompt.tokens.size() == static_cast<size_t>(kMaxDecisionTokens));
  }
}

TEST_F(PromptTest, EqualsTheDefinitionOnRandomRequests) {
  const std::vector<std::string> alphabet = {
      "<|", "|>", "<|mask|>", "<|reserved_9|>", "<<d1omni:sep>>",     "a", " the", "é", "\n", "😀",
      "\"", "\\", "<think>",  "1234",           std::string(1, '\0'), "  "};
  std::mt19937 random(3);
  const auto text = [&](int most) { return RandomText(alphabet, random() % (most + 1), random); };
  const auto value = [&](int most) -> Json {
    switch (random() % 6) {
      case 0:
        return nullptr;
      case 1:
        return random() % 1000 / 8.0;
      case 2:
        return Json{{text(3), text(most)}, {text(3), {text(2), -1, true}}};
      default:
        return text(most);
    }
  };
  for (int i = 0; i < 1500; ++i) {
    DecisionQuestion question;
    question.type = static_cast<DecisionType>(random() % 3);
    do question.instructions = value(random() % 20 == 0 ? 400 : 20);
    while (question.instructions.is_null());
    const int options =
        question.type == DecisionType::kScore ? 2 + random() % 9 : 1 + random() % (i % 50 == 0 ? 255 : 6);
    for (int o = 0; o < options; ++o) question.criteria.push_back({text(4), value(random() % 10 == 0 ? 200 : 6)});
    if (question.type == DecisionType::kNoul) question.criteria = {{"yes", value(9)}, {"false", value(9)}};
    const Json state = value(i % 100 == 0 ? 20000 : 30);
    const DecisionPrompt prompt = Build(state, question);
    ASSERT_EQ(prompt.tokens, BuildLiterally(*tokenizer_, state, question)) << i;
    std::vector<int32_t> masks;
    for (size_t at = 0; at < prompt.tokens.size(); ++at) {
      if (prompt.tokens[at] == mask_) masks.push_back(at);
    }
    ASSERT_EQ(prompt.markers, masks) << i;
  }
}

TEST_F(PromptTest, RefusesQuestionsOutOfRange) {
  const EncodedState state = builder_->EncodeState(nullptr).value();
  const auto refusal = [&](const DecisionQuestion& question) {
    const auto prompt = builder_->Build(state, question);
    EXPECT_EQ(prompt.status().code(), absl::StatusCode::kInvalidArgument);
    return std::string(prompt.status().message());
  };
  EXPECT_THAT(refusal({DecisionType::kNoul, nullptr, {}}), HasSubstr("instructions"));
  EXPECT_THAT(refusal({DecisionType::kChoice, "?", {}}), HasSubstr("at least one option"));
  EXPECT_THAT(refusal({DecisionType::kScore, "?", {{"", "one"}}}), HasSubstr("2 to 10 levels, not 1"));
  EXPECT_THAT(refusal({DecisionType::kChoice, "?", std::vector<DecisionCriterion>(256)}),
              HasSubstr("too many options (256), this model supports at most 255"));
}

TEST_F(PromptTest, ShorterContexts) {
  ASSERT_OK_AND_ASSIGN(const auto small, DecisionPromptBuilder::Create(*tokenizer_, mask_, 64));
  ASSERT_OK_AND_ASSIGN(const EncodedState state, small->EncodeState(Json(std::string(5000, 'q'))));
  ASSERT_OK_AND_ASSIGN(const DecisionPrompt prompt, small->Build(state, {DecisionType::kNoul, "?", {}}));
  EXPECT_THAT(prompt.tokens, SizeIs(64));
  EXPECT_GT(prompt.truncation.state_bytes, 0u);
  DecisionQuestion many{DecisionType::kChoice, "?", std::vector<DecisionCriterion>(20, {"k", nullptr})};
  EXPECT_THAT(std::string(small->Build(state, many).status().message()), HasSubstr("do not fit"));
  EXPECT_EQ(DecisionPromptBuilder::Create(*tokenizer_, mask_, 63).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(PromptTest, RefusesVocabulariesWithoutItsTokens) {
  EXPECT_THAT(std::string(DecisionPromptBuilder::Create(*tokenizer_, mask_ + 1).status().message()),
              HasSubstr("but <|mask|> is token"));
  ASSERT_OK_AND_ASSIGN(const auto other, ByteBpeTokenizer::Create(SmallByteLevelVocabulary()));
  const absl::Status status = DecisionPromptBuilder::Create(*other, mask_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("no special token <|"));
}

}  // namespace
}  // namespace ferro
