// The model against scores that an independent float64 implementation gave (tests/data/goldens, see the README there).
//
// Tolerances. In float arithmetic scores and probabilities within 1e-3 (two independent float32 engines differ by
// 1e-6). In int8 the tiny random network amplifies each activation that rounds to the other side: variants of the
// rounding differ by 0.29 in a score and 0.036 in a probability, so 0.5 and 0.06 are accepted, and the best option must
// be the same where it leads by 0.1.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "engine/backend/test_backends.h"
#include "engine/gguf/file.h"
#include "engine/models/lfm2_decision/answer.h"
#include "engine/models/lfm2_decision/model.h"
#include "engine/models/testing/synthetic_decision.h"

namespace ferro {
namespace {

struct GoldenCase {
  TensorType type;      // of the file's matrices
  std::string variant;  // of the goldens
  TestBackend backend;
};

std::string Name(const testing::TestParamInfo<GoldenCase>& info) {
  return std::string(TensorTypeName(info.param.type)) + "_" + info.param.backend.name();
}

class GoldenTest : public testing::TestWithParam<GoldenCase> {
 protected:
  void SetUp() override {
    SyntheticDecision shape;
    shape.type = GetParam().type;
    bytes_ = *SyntheticDecisionModel(shape).Serialize();
    ASSERT_OK_AND_ASSIGN(
        file_, GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()}, "synthetic"));
    ASSERT_OK_AND_ASSIGN(backend_, GetParam().backend.Create());
    ASSERT_OK_AND_ASSIGN(model_, DecisionModel::Load(*file_, *backend_, {.max_rows = 4096, .progress = nullptr}));
  }

  std::string bytes_;
  std::unique_ptr<GgufFile> file_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<DecisionModel> model_;
};

// Tokens that llvmpipe needs half a minute for.
constexpr size_t kLongForSlow = 200;

TEST_P(GoldenTest, ScoresAndProbabilities) {
  const bool exact = GetParam().backend.reference();
  const double score_bound = exact ? 1e-3 : 0.5, probability_bound = exact ? 1e-3 : 0.06;
  ASSERT_OK_AND_ASSIGN(const Json goldens, ParseJson(ReadFile("tests/data/goldens/d1.json")));
  double worst_score = 0, worst_probability = 0;
  int questions = 0;
  for (const Json& request : goldens.at("requests")) {
    for (const Json& question : request.at("questions")) {
      SCOPED_TRACE(question.at("id").get<std::string>());
      const auto tokens = question.at("tokens").get<std::vector<int32_t>>();
      if (GetParam().backend.slow && tokens.size() > kLongForSlow) continue;
      const auto markers = question.at("markers").get<std::vector<int>>();
      const DecisionSequence sequence = {tokens, markers, static_cast<DecisionType>(question.at("column").get<int>())};
      ASSERT_OK_AND_ASSIGN(const std::vector<float> scores, model_->Score({&sequence, 1}));
      const Json& expected = question.at(GetParam().variant);
      const auto want = expected.at("scores").get<std::vector<double>>();
      const auto want_p = expected.at("probabilities").get<std::vector<double>>();
      ASSERT_EQ(scores.size(), want.size());
      const std::vector<double> p = OptionProbabilities(scores, question.at("temperature").get<float>());
      for (size_t i = 0; i < want.size(); ++i) {
        EXPECT_NEAR(scores[i], want[i], score_bound) << "option " << i;
        EXPECT_NEAR(p[i], want_p[i], probability_bound) << "option " << i;
        worst_score = std::max(worst_score, std::fabs(scores[i] - want[i]));
        worst_probability = std::max(worst_probability, std::fabs(p[i] - want_p[i]));
      }
      const auto best = std::max_element(want_p.begin(), want_p.end());
      std::vector<double> others(want_p.begin(), best);
      others.insert(others.end(), best + 1, want_p.end());
      if (others.empty() || *best - *std::max_element(others.begin(), others.end()) >= 0.1) {
        EXPECT_EQ(std::max_element(scores.begin(), scores.end()) - scores.begin(), best - want_p.begin());
      }
      ++questions;
    }
  }
  EXPECT_EQ(questions, GetParam().backend.slow ? 11 : 16);
  std::printf("worst score %.3g, worst probability %.3g\n", worst_score, worst_probability);
}

std::vector<GoldenCase> GoldenCases() {
  std::vector<GoldenCase> cases;
  for (const TestBackend& backend : TestBackends()) {
    cases.push_back({TensorType::kQ8_0, backend.reference() ? "Q8_0" : "Q8_0_int8", backend});
  }
  cases.push_back({TensorType::kF32, "F32", {.device = "reference"}});
  // Int8 products: an F32 file means its Q8_0 rounding.
  cases.push_back({TensorType::kF32, "Q8_0_int8", {}});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Devices, GoldenTest, testing::ValuesIn(GoldenCases()), Name);

}  // namespace
}  // namespace ferro
