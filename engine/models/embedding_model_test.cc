#include "engine/models/embedding_model.h"

#include <cmath>
#include <limits>

#include "base/status_testing.h"

namespace ferro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(EmbeddingModelTest, OnlyTrainedWidths) {
  EmbeddingFacts facts;
  facts.widths = {768, 512, 256, 128};
  for (const int width : facts.widths) EXPECT_OK(CheckEmbeddingWidth(facts, width));
  for (const int64_t width : {int64_t{0}, int64_t{-1}, int64_t{7}, int64_t{10000}, int64_t{1} << 40}) {
    const absl::Status status = CheckEmbeddingWidth(facts, width);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << width;
    EXPECT_THAT(std::string(status.message()), HasSubstr("768, 512, 256, 128"));
  }
}

TEST(EmbeddingModelTest, ShorterVectorsHaveLengthOneAgain) {
  const std::vector<float> whole = {0.36f, 0.48f, 0.8f};
  EXPECT_THAT(CutEmbedding(whole, 3), ElementsAre(0.36f, 0.48f, 0.8f));
  EXPECT_THAT(CutEmbedding(whole, 2), ElementsAre(testing::FloatEq(0.6f), testing::FloatEq(0.8f)));
}

TEST(EmbeddingModelTest, LargeAndSmallVectorsKeepTheirDirection) {
  for (const float size : {1e-30f, 1.0f, 1e30f}) {
    std::vector<float> vector = {3 * size, 4 * size};
    NormalizeEmbedding(absl::MakeSpan(vector));
    EXPECT_THAT(vector, ElementsAre(testing::FloatNear(0.6f, 1e-6f), testing::FloatNear(0.8f, 1e-6f))) << size;
  }
}

TEST(EmbeddingModelTest, ZerosStayAndWhatIsNotFiniteShows) {
  std::vector<float> zeros = {0, 0};
  NormalizeEmbedding(absl::MakeSpan(zeros));
  EXPECT_THAT(zeros, ElementsAre(0, 0));
  for (const float bad : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
    std::vector<float> vector = {1, bad};
    NormalizeEmbedding(absl::MakeSpan(vector));
    EXPECT_TRUE(std::isnan(vector[0]) && std::isnan(vector[1]));
  }
}

}  // namespace
}  // namespace ferro
