// The promise of DecisionModel: the scores of a sequence have the same bits alone and in any company, in any window and
// segment.
#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "engine/backend/test_backends.h"
#include "engine/gguf/file.h"
#include "engine/models/lfm2_decision/model.h"
#include "engine/models/testing/synthetic_decision.h"

namespace ferro {
namespace {

constexpr int kVocab = 100;

// Narrow, so that the reference is quick; heads of 32 components, two queries a key.
SyntheticDecision SmallShape() {
  SyntheticDecision shape;
  shape.width = 64;
  shape.ff = 96;
  shape.kv_heads = {0, 1, 0, 1};
  shape.vocab = kVocab;
  return shape;
}

struct Question {
  std::vector<int32_t> tokens;
  std::vector<int> markers;
  DecisionType type;

  DecisionSequence sequence() const { return {tokens, markers, type}; }
};

Question RandomQuestion(int length, std::mt19937& random) {
  Question question;
  for (int i = 0; i < length; ++i) question.tokens.push_back(static_cast<int32_t>(random() % kVocab));
  for (int i = 0; i < length; ++i) {
    if (random() % 9 == 0 || i + 1 == length) question.markers.push_back(i);
  }
  question.type = static_cast<DecisionType>(random() % 3);
  return question;
}

// 64 questions: lengths around tiles, key blocks and windows, the rest at random; every `step`-th of them.
std::vector<Question> Questions(size_t step) {
  std::mt19937 random(1);
  std::vector<int> lengths = {1, 2, 3, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200};
  while (lengths.size() < 64) lengths.push_back(1 + static_cast<int>(random() % 50));
  std::vector<Question> questions;
  for (size_t i = 0; i < lengths.size(); i += step) questions.push_back(RandomQuestion(lengths[i], random));
  return questions;
}

class ExactnessTest : public testing::TestWithParam<TestBackend> {
 protected:
  void SetUp() override { Make(SmallShape(), GetParam()); }

  void Make(const SyntheticDecision& shape, const TestBackend& kind) {
    model_.reset();
    backend_.reset();
    bytes_ = *SyntheticDecisionModel(shape).Serialize();
    ASSERT_OK_AND_ASSIGN(
        file_, GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()}, "synthetic"));
    ASSERT_OK_AND_ASSIGN(backend_, kind.Create());
    Load(512);
  }
  void Load(int window_rows) {
    ASSERT_OK_AND_ASSIGN(
        model_, DecisionModel::Load(*file_, *backend_, {.max_rows = 2048, .window_rows = window_rows, .progress = {}}));
  }

  std::vector<float> Score(const std::vector<DecisionSequence>& sequences) {
    absl::StatusOr<std::vector<float>> scores = model_->Score(sequences);
    EXPECT_OK(scores);
    return scores.ok() ? *std::move(scores) : std::vector<float>();
  }

  // Each alone.
  std::vector<std::vector<float>> Alone(const std::vector<Question>& questions) {
    std::vector<std::vector<float>> scores;
    for (const Question& question : questions) scores.push_back(Score({question.sequence()}));
    return scores;
  }

  void ExpectSameInRandomPackings(int packings) {
    const std::vector<Question> questions = Questions(GetParam().slow ? 6 : 1);
    const std::vector<std::vector<float>> alone = Alone(questions);
    std::mt19937 random(2);
    std::vector<size_t> order(questions.size());
    std::iota(order.begin(), order.end(), size_t{0});
    for (int packing = 0; packing < packings; ++packing) {
      std::shuffle(order.begin(), order.end(), random);
      const size_t budget = 200 + random() % 1849;
      for (size_t begin = 0; begin < order.size();) {
        std::vector<DecisionSequence> pass;
        std::vector<float> want;
        size_t rows = 0, end = begin;
        for (; end < order.size() && rows + questions[order[end]].tokens.size() <= budget; ++end) {
          pass.push_back(questions[order[end]].sequence());
          rows += questions[order[end]].tokens.size();
          want.insert(want.end(), alone[order[end]].begin(), alone[order[end]].end());
        }
        ASSERT_EQ(Score(pass), want) << "packing " << packing << ", questions from " << begin;
        begin = end;
      }
    }
  }

  std::string bytes_;
  std::unique_ptr<GgufFile> file_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<DecisionModel> model_;
};

TEST_P(ExactnessTest, PackedEqualsAlone) { ExpectSameInRandomPackings(GetParam().slow ? 1 : 20); }

TEST_P(ExactnessTest, PackedEqualsAloneWithWideHeads) {
  if (GetParam().reference() || GetParam().isa == "scalar") GTEST_SKIP() << "plain loops: any width is the same code";
  if (GetParam().slow) GTEST_SKIP() << "its kernels are tested one by one";
  Make({.vocab = kVocab}, GetParam());  // heads of 64 components
  ExpectSameInRandomPackings(3);
}

TEST_P(ExactnessTest, WindowsDoNotMatter) {
  std::mt19937 random(3);
  const Question question = RandomQuestion(333, random), other = RandomQuestion(70, random);
  const std::vector<float> whole = Score({other.sequence(), question.sequence(), other.sequence()});
  for (const int window : {64, 128}) {
    Load(window);
    EXPECT_EQ(Score({other.sequence(), question.sequence(), other.sequence()}), whole) << window;
  }
}

// The hook is called while a pass runs, changes nothing, and can end the pass and no other.
TEST_P(ExactnessTest, SegmentsDoNotMatter) {
  std::mt19937 random(4);
  const Question question = RandomQuestion(400, random);
  const std::vector<float> whole = Score({question.sequence()});
  TestBackend fine = GetParam();
  fine.launch_ms = 0.001;
  Make(SmallShape(), fine);
  int calls = 0, last_call = 1 << 30;
  backend_->SetSegmentHook(
      [&] { return ++calls == last_call ? absl::CancelledError("the client left") : absl::OkStatus(); });
  EXPECT_EQ(Score({question.sequence()}), whole);
  EXPECT_GT(calls, 20);
  last_call = calls + 7;
  EXPECT_EQ(model_->Score({question.sequence()}).status(), absl::CancelledError("the client left"));
  EXPECT_EQ(calls, last_call) << "nothing runs after that";
  EXPECT_EQ(Score({question.sequence()}), whole);
  backend_->SetSegmentHook(nullptr);
  EXPECT_EQ(Score({question.sequence()}), whole);
}

// Type, tokens and order of keys all reach the scores: a test of the tests above.
TEST_P(ExactnessTest, ScoresDependOnTheirOwnSequence) {
  std::mt19937 random(5);
  Question question = RandomQuestion(70, random);
  const std::vector<float> scores = Score({question.sequence()});
  question.type = static_cast<DecisionType>((static_cast<int>(question.type) + 1) % 3);
  EXPECT_NE(Score({question.sequence()}), scores);
  question.type = static_cast<DecisionType>((static_cast<int>(question.type) + 2) % 3);
  std::swap(question.tokens[3], question.tokens[60]);
  EXPECT_NE(Score({question.sequence()}), scores);
}

TEST_P(ExactnessTest, RefusesWhatCannotRun) {
  std::mt19937 random(6);
  const Question question = RandomQuestion(20, random);
  const auto status = [&](std::vector<int32_t> tokens, std::vector<int> markers) {
    return std::string(model_->Score({{tokens, markers, DecisionType::kNoul}}).status().message());
  };
  EXPECT_THAT(status({}, {0}), testing::HasSubstr("0 tokens and 1 markers"));
  EXPECT_THAT(status({1}, {}), testing::HasSubstr("1 tokens and 0 markers"));
  EXPECT_THAT(status({1, kVocab}, {0}), testing::HasSubstr("token id 100 is outside the vocabulary of 100"));
  EXPECT_THAT(status({1, -1}, {0}), testing::HasSubstr("token id -1"));
  EXPECT_THAT(status({1, 2}, {2}), testing::HasSubstr("marker 2"));
  EXPECT_THAT(status({1, 2}, {-1}), testing::HasSubstr("marker -1"));
  EXPECT_THAT(status({1, 2}, {1, 0}), testing::HasSubstr("markers ascend"));
  EXPECT_THAT(status({1, 2}, {1, 1}), testing::HasSubstr("markers ascend"));
  EXPECT_THAT(status(std::vector<int32_t>(2049, 1), {0}), testing::HasSubstr("a pass of 2049 tokens; 1 to 2048"));
  EXPECT_THAT(std::string(model_->Score({}).status().message()), testing::HasSubstr("a pass of 0 tokens"));
  EXPECT_EQ(Score({question.sequence()}).size(), question.markers.size()) << "goes on working";
}

TEST_P(ExactnessTest, InstructionSetsAndDevicesGiveTheSameBits) {
  if (GetParam().reference()) GTEST_SKIP() << "computes in floats";
  std::mt19937 random(7);
  const Question question = RandomQuestion(150, random);
  Make({.vocab = kVocab}, GetParam());
  const std::vector<float> scores = Score({question.sequence()});
  Make({.vocab = kVocab}, {.isa = "scalar"});
  EXPECT_EQ(Score({question.sequence()}), scores);
}

INSTANTIATE_TEST_SUITE_P(Backends, ExactnessTest, testing::ValuesIn(TestBackends()),
                         [](const testing::TestParamInfo<TestBackend>& info) { return info.param.name(); });

}  // namespace
}  // namespace ferro
