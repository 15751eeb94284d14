// The longest sequence, 16,384 tokens, alone in a pass of bounded segments.
#include <memory>
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

constexpr int kLongest = 16384, kVocab = 100;

// Every row asks in trunk attention, which takes the reference minutes; in the last block of the head markers ask
// alone.
SyntheticDecision Shape(std::vector<int> kv_heads) {
  SyntheticDecision shape;
  shape.width = 64;
  shape.ff = 64;
  shape.kv_heads = std::move(kv_heads);
  shape.head_blocks = 1;
  shape.vocab = kVocab;
  return shape;
}

class Model {
 public:
  Model(const SyntheticDecision& shape, TestBackend kind) : bytes_(*SyntheticDecisionModel(shape).Serialize()) {
    kind.launch_ms = 5;
    file_ = *GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()}, "synthetic");
    backend_ = *kind.Create();
    model_ = *DecisionModel::Load(*file_, *backend_, {.max_rows = kLongest, .progress = {}});
    backend_->SetSegmentHook([this] {
      ++segments_;
      return absl::OkStatus();
    });
  }

  absl::StatusOr<std::vector<float>> Score(int length) {
    std::mt19937 random(length);
    std::vector<int32_t> tokens;
    for (int i = 0; i < length; ++i) tokens.push_back(static_cast<int32_t>(random() % kVocab));
    const std::vector<int> markers = {0, length / 2, length - 1};
    segments_ = 0;
    return model_->Score({{tokens, markers, DecisionType::kChoice}});
  }

  // Of the last pass: how often somebody else could have had the device.
  int segments() const { return segments_; }

 private:
  const std::string bytes_;
  int segments_ = 0;
  std::unique_ptr<GgufFile> file_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<DecisionModel> model_;
};

std::vector<TestBackend> QuickBackends() {
  std::vector<TestBackend> quick;
  for (const TestBackend& backend : TestBackends()) {
    if (!backend.reference() && !backend.slow && backend.isa != "scalar") quick.push_back(backend);
  }
  return quick;
}

class LongTest : public testing::TestWithParam<TestBackend> {};

TEST_P(LongTest, AsManyTokensAsTheReferenceTakes) {
  Model reference(Shape({0, 0}), {.device = "reference"}), model(Shape({0, 0}), GetParam());
  ASSERT_OK_AND_ASSIGN(const std::vector<float> before, model.Score(9));
  for (const int length : {kLongest - 1, kLongest}) {
    ASSERT_OK_AND_ASSIGN(const std::vector<float> want, reference.Score(length));
    ASSERT_OK_AND_ASSIGN(const std::vector<float> scores, model.Score(length));
    // Int8 products against floats: as in golden_test.cc.
    for (size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(scores[i], want[i], 0.5) << length << ", marker " << i;
  }
  EXPECT_THAT(std::string(model.Score(kLongest + 1).status().message()),
              testing::HasSubstr("a pass of 16385 tokens; 1 to 16384"));
  ASSERT_OK_AND_ASSIGN(const std::vector<float> after, model.Score(9));
  EXPECT_EQ(after, before);
}

TEST_P(LongTest, TheSameBitsOnEveryDeviceInBoundedSegments) {
  Model processor(Shape({1}), {}), model(Shape({1}), GetParam());
  ASSERT_OK_AND_ASSIGN(const std::vector<float> want, processor.Score(kLongest));
  ASSERT_OK_AND_ASSIGN(const std::vector<float> scores, model.Score(kLongest));
  EXPECT_EQ(scores, want);
  EXPECT_GT(model.segments(), 5);
}

INSTANTIATE_TEST_SUITE_P(Backends, LongTest, testing::ValuesIn(QuickBackends()),
                         [](const testing::TestParamInfo<TestBackend>& info) { return info.param.name(); });

}  // namespace
}  // namespace ferro
