#include "engine/schedule/embedding/scale.h"

#include <vector>

#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatEq;

std::vector<float> Scaled(std::vector<float> vector, int norm) {
  ScaleToNorm(absl::MakeSpan(vector), norm);
  return vector;
}

TEST(ScaleTest, EachNorm) {
  EXPECT_THAT(Scaled({0.6f, -0.8f}, 2), ElementsAre(0.6f, -0.8f));
  EXPECT_THAT(Scaled({0.6f, -0.8f}, 1), ElementsAre(FloatEq(3.0f / 7), FloatEq(-4.0f / 7)));
  EXPECT_THAT(Scaled({0.6f, -0.8f}, 0), ElementsAre(FloatEq(24570), FloatEq(-32760)));
  // (0.6^3 + 0.8^3)^(1/3) = 0.728^(1/3) = 0.89958...
  EXPECT_THAT(Scaled({0.6f, -0.8f}, 3), ElementsAre(FloatEq(0.6669718f), FloatEq(-0.8892957f)));
  EXPECT_THAT(Scaled({0.0f, 0.0f}, 1), ElementsAre(0.0f, 0.0f));
}

TEST(ScaleTest, KnowsItsNorms) {
  EXPECT_OK(CheckNorm(0));
  EXPECT_OK(CheckNorm(64));
  EXPECT_EQ(CheckNorm(-1).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(CheckNorm(65).code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace ferro
