#include "engine/models/lfm2_decision/answer.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

constexpr double kExact = 1e-15;

TEST(AnswerTest, Confidence) {
  EXPECT_NEAR(ChoiceConfidence({.7, .2, .1}), .55, kExact);
  EXPECT_EQ(ChoiceConfidence({1.0}), 1);
  EXPECT_NEAR(ChoiceConfidence({.25, .25, .25, .25}), 0, kExact);
  EXPECT_NEAR(ScoreConfidence({.1, .2, .6, .1}), .5, kExact);
  EXPECT_NEAR(ScoreConfidence({.9, .1}), .8, kExact);
  EXPECT_EQ(ScoreConfidence({0, 0, 1}), 1);
  for (int n = 2; n <= 10;
       ++n) {  // equal probabilities: the first level counts as the best, farther off than the middle
    EXPECT_EQ(ScoreConfidence(std::vector<double>(n, 1.0 / n)), 0) << n;
  }
}

TEST(AnswerTest, Probabilities) {
  EXPECT_THAT(OptionProbabilities({0, 0}, 1), ElementsAre(.5, .5));
  EXPECT_THAT(OptionProbabilities({std::log(3.0f), 0}, 1), ElementsAre(DoubleNear(.75, 1e-7), DoubleNear(.25, 1e-7)));
  EXPECT_THAT(OptionProbabilities({2, 0}, 2), ElementsAre(DoubleNear(1 / (1 + std::exp(-1.0)), kExact), testing::_));
  EXPECT_THAT(OptionProbabilities({3e38f, -3e38f}, 1e-6f), ElementsAre(1, 0));
}

TEST(AnswerTest, TheFirstOfEqualsWins) {
  ASSERT_OK_AND_ASSIGN(const DecisionAnswer answer, AnswerFromScores(DecisionType::kChoice, {1, 3, 3, 2}, 1));
  EXPECT_EQ(answer.best, 1);
}

TEST(AnswerTest, OneOption) {
  ASSERT_OK_AND_ASSIGN(const DecisionAnswer answer, AnswerFromScores(DecisionType::kChoice, {-7}, 1.5f));
  EXPECT_THAT(answer.probabilities, ElementsAre(1));
  EXPECT_EQ(answer.confidence, 1);
}

TEST(AnswerTest, ScoresThatAreNotFinite) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(AnswerFromScores(DecisionType::kNoul, {0, bad}, 1).status(),
              absl::InternalError("the model could not evaluate the decision"));
  }
}

// Goldens hold scores in 7 digits and probabilities computed from more.
TEST(AnswerTest, GoldensOfTheTinyModel) {
  ASSERT_OK_AND_ASSIGN(const Json goldens, ParseJson(ReadFile("tests/data/goldens/d1.json")));
  for (const Json& request : goldens.at("requests")) {
    for (const Json& question : request.at("questions")) {
      for (const char* variant : {"F32", "Q8_0", "Q8_0_int8"}) {
        const auto scores = question.at(variant).at("scores").get<std::vector<float>>();
        ASSERT_OK_AND_ASSIGN(const DecisionAnswer answer,
                             AnswerFromScores(static_cast<DecisionType>(question.at("column").get<int>()), scores,
                                              question.at("temperature").get<float>()));
        const Json& expected = request.at("answers").at(variant).at(question.at("id").get<std::string>());
        constexpr double kRounded = 2e-6;
        if (answer.type == DecisionType::kNoul) {
          EXPECT_NEAR(answer.expected, expected.at("noul").get<double>(), kRounded);
          continue;
        }
        EXPECT_NEAR(answer.confidence, expected.at("confidence").get<double>(), kRounded);
        if (answer.type == DecisionType::kScore) {
          EXPECT_NEAR(answer.expected, expected.at("score").get<double>(), 10 * kRounded);
        }
        size_t i = 0;
        for (const auto& [key, p] : expected.at("probabilities").items()) {
          EXPECT_NEAR(answer.probabilities.at(i), p.get<double>(), kRounded);
          if (answer.type == DecisionType::kChoice && static_cast<int>(i) == answer.best) {
            EXPECT_EQ(expected.at("choice").get<std::string>(), key);
          }
          ++i;
        }
        EXPECT_EQ(i, answer.probabilities.size());
      }
    }
  }
}

}  // namespace
}  // namespace ferro
