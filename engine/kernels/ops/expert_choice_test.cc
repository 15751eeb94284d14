#include "engine/kernels/ops/expert_choice.h"

#include <cmath>
#include <limits>
#include <vector>

#include "engine/kernels/ops/float_kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;

struct Choice {
  std::vector<int> experts;
  std::vector<float> weights;
};

Choice Choose(std::vector<float> logits, const std::vector<float>& bias, int used, bool softmax = false,
              float scale = 1.0f) {
  Choice choice = {std::vector<int>(used), std::vector<float>(used)};
  ChooseExperts(logits.data(), bias.empty() ? nullptr : bias.data(), logits.size(), used, softmax, scale,
                choice.experts.data(), choice.weights.data());
  return choice;
}

float Sigmoid(float x) {
  float e = -x;
  FloatKernelsFor(Isa::kScalar).exp(&e, 1, &e);
  return 1.0f / (1.0f + e);
}

TEST(ExpertChoiceTest, TakesTheLargestBestFirst) {
  const Choice choice = Choose({0.1f, 2.0f, -1.0f, 3.0f}, {}, 2);
  EXPECT_THAT(choice.experts, ElementsAre(3, 1));
  const float sum = Sigmoid(3.0f) + Sigmoid(2.0f);
  EXPECT_THAT(choice.weights, ElementsAre(Sigmoid(3.0f) / sum, Sigmoid(2.0f) / sum));
}

TEST(ExpertChoiceTest, BiasChoosesButDoesNotWeigh) {
  const Choice choice = Choose({0.0f, 0.0f, 1.0f}, {0.0f, 5.0f, 0.0f}, 2, false, 2.5f);
  EXPECT_THAT(choice.experts, ElementsAre(1, 2));
  const float sum = 0.5f + Sigmoid(1.0f);
  EXPECT_THAT(choice.weights, ElementsAre(0.5f / sum * 2.5f, Sigmoid(1.0f) / sum * 2.5f));
}

TEST(ExpertChoiceTest, LowerExpertOnTies) { EXPECT_THAT(Choose({1, 1, 1, 1}, {}, 3).experts, ElementsAre(0, 1, 2)); }

TEST(ExpertChoiceTest, SoftmaxOverAllExperts) {
  const Choice choice = Choose({0.0f, std::log(3.0f)}, {}, 1, true);
  EXPECT_THAT(choice.experts, ElementsAre(1));
  EXPECT_THAT(choice.weights, ElementsAre(1.0f));
  const Choice both = Choose({0.0f, std::log(3.0f)}, {}, 2, true);
  EXPECT_NEAR(both.weights[0], 0.75f, 1e-6f);
}

TEST(ExpertChoiceTest, VanishingGatesAreNotBlownUp) {
  const Choice choice = Choose({-40.0f, -41.0f}, {}, 1);
  EXPECT_EQ(choice.weights[0], Sigmoid(-40.0f) / 0x1p-14f);
}

TEST(ExpertChoiceTest, NanIsChosenLastAndStillDistinct) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(Choose({nan, -5.0f, nan}, {}, 3).experts, ElementsAre(1, 0, 2));
}

}  // namespace
}  // namespace ferro
