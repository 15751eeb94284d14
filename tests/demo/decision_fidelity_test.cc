// How near the demo decision model's answers are to PyTorch's.
//
// Tolerances. Float arithmetic on the file's weights: scores within 1e-3, as for the tiny model. Int8 products beside
// the weights as trained: probabilities within 0.02, which the second figure of a printed percentage does not survive
// but an answer does, and the same best option where it leads by twice that.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "engine/backend/test_backends.h"
#include "engine/gguf/file.h"
#include "engine/models/lfm2_decision/answer.h"
#include "engine/models/lfm2_decision/model.h"
#include "gtest/gtest.h"
#include "tests/demo/goldens.h"

namespace ferro {
namespace {

constexpr char kModel[] = "deploy/demo/demo-d1-Q8_0.gguf";
constexpr double kLargestGap = 0.02;
// Tokens that llvmpipe needs several seconds for.
constexpr size_t kLongForSlow = 64;

class DecisionFidelityTest : public testing::TestWithParam<TestBackend> {};

TEST_P(DecisionFidelityTest, Probabilities) {
  ASSERT_OK_AND_ASSIGN(const DemoGoldens goldens, DemoGoldens::Read("demo-d1"));
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(kModel));
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Backend> backend, GetParam().Create());
  ASSERT_OK_AND_ASSIGN(const auto model, DecisionModel::Load(*file, *backend, {.max_rows = 1024, .progress = nullptr}));
  const Json& questions = goldens.json().at("questions");
  ASSERT_EQ(questions.size(), 24u);
  double worst = 0, worst_score = 0;
  int asked = 0;
  for (const Json& question : questions) {
    SCOPED_TRACE(question.at("instructions").get<std::string>());
    const auto tokens = question.at("tokens").get<std::vector<int32_t>>();
    if (GetParam().slow && tokens.size() > kLongForSlow) continue;
    ++asked;
    const auto markers = question.at("markers").get<std::vector<int>>();
    const DecisionSequence sequence = {tokens, markers, static_cast<DecisionType>(question.at("column").get<int>())};
    ASSERT_OK_AND_ASSIGN(const std::vector<float> scores, model->Score({&sequence, 1}));
    const auto trained = question.at("F32").at("scores").get<std::vector<float>>();
    const auto stored = question.at("Q8_0").at("scores").get<std::vector<float>>();
    ASSERT_EQ(scores.size(), trained.size());
    const float temperature = question.at("temperature").get<float>();
    const std::vector<double> p = OptionProbabilities(scores, temperature);
    const std::vector<double> want = OptionProbabilities(trained, temperature);
    for (size_t i = 0; i < p.size(); ++i) {
      EXPECT_NEAR(p[i], want[i], kLargestGap) << "option " << i;
      worst = std::max(worst, std::fabs(p[i] - want[i]));
      worst_score = std::max<double>(worst_score, std::fabs(scores[i] - stored[i]));
    }
    std::vector<double> ranked = want;
    std::sort(ranked.rbegin(), ranked.rend());
    if (ranked.size() < 2 || ranked[0] - ranked[1] >= 2 * kLargestGap) {
      EXPECT_EQ(std::max_element(p.begin(), p.end()) - p.begin(),
                std::max_element(want.begin(), want.end()) - want.begin());
    }
  }
  EXPECT_GT(asked, 0);
  if (GetParam().reference()) {
    EXPECT_LE(worst_score, 1e-3);
  }
  std::printf("largest gap of a probability %.4f, of a score %.3g\n", worst, worst_score);
}

INSTANTIATE_TEST_SUITE_P(Devices, DecisionFidelityTest, testing::ValuesIn(TestBackends()),
                         [](const auto& info) { return info.param.name(); });

}  // namespace
}  // namespace ferro
