#include "tools/ferro/up/model_choice.h"

#include <optional>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

constexpr char kLm[] = "tests/data/models/tiny-lfm2-Q8_0.gguf";
constexpr char kMoe[] = "tests/data/models/tiny-lfm2moe-Q8_0.gguf";
constexpr char kD1[] = "tests/data/models/tiny-d1-Q8_0.gguf";

// "lm:tiny-lfm2-Q8_0.gguf decide:tiny-d1-Q8_0.gguf* ", a star for a bundled one; or the message of the error.
std::string Choose(std::optional<std::string> lm, std::optional<std::string> decide,
                   const std::vector<std::string>& models = {}, bool bundled = true) {
  const auto chosen = ChooseModels({{ModelKind::kLm, "--lm", std::move(lm), bundled ? kLm : ""},
                                    {ModelKind::kDecide, "--decide", std::move(decide), bundled ? kD1 : ""}},
                                   models);
  if (!chosen.ok()) return std::string(chosen.status().message());
  std::string text;
  for (const ChosenModel& model : *chosen) {
    EXPECT_EQ(model.path[0], '/');
    text += std::string(ModelKindName(model.kind)) + ":" + model.path.substr(model.path.rfind('/') + 1) +
            (model.bundled ? "* " : " ");
  }
  return text;
}

TEST(ChooseModelsTest, WithoutANamedModelTheBundledOnes) {
  EXPECT_EQ(Choose({}, {}), "lm:tiny-lfm2-Q8_0.gguf* decide:tiny-d1-Q8_0.gguf* ");
  EXPECT_EQ(Choose({}, "none"), "lm:tiny-lfm2-Q8_0.gguf* ");
  EXPECT_EQ(Choose("none", {}), "decide:tiny-d1-Q8_0.gguf* ");
}

TEST(ChooseModelsTest, ANamedModelBringsNoBundledOneAlong) {
  EXPECT_EQ(Choose(kMoe, {}), "lm:tiny-lfm2moe-Q8_0.gguf ");
  EXPECT_EQ(Choose({}, kD1), "decide:tiny-d1-Q8_0.gguf ");
  EXPECT_EQ(Choose("none", kD1), "decide:tiny-d1-Q8_0.gguf ");
  EXPECT_EQ(Choose(kMoe, kD1), "lm:tiny-lfm2moe-Q8_0.gguf decide:tiny-d1-Q8_0.gguf ");
}

TEST(ChooseModelsTest, AModelOfAnyKindGoesWhereItBelongs) {
  EXPECT_EQ(Choose({}, {}, {kD1}), "decide:tiny-d1-Q8_0.gguf ");
  EXPECT_EQ(Choose(kMoe, {}, {kD1}), "lm:tiny-lfm2moe-Q8_0.gguf decide:tiny-d1-Q8_0.gguf ");
  EXPECT_EQ(Choose({}, "none", {kMoe}), "lm:tiny-lfm2moe-Q8_0.gguf ");
}

TEST(ChooseModelsTest, SaysWhatContradicts) {
  EXPECT_THAT(Choose(kMoe, {}, {kLm}), HasSubstr("are models of one kind (lm)"));
  EXPECT_THAT(Choose({}, {}, {kD1, kD1}), HasSubstr("are models of one kind (decide)"));
  EXPECT_THAT(Choose({}, "none", {kD1}), HasSubstr("--decide none leaves out what --model"));
}

TEST(ChooseModelsTest, NothingToServe) {
  EXPECT_THAT(Choose("none", "none"), HasSubstr("no model: give one with --lm PATH"));
  EXPECT_THAT(Choose({}, {}, {}, /*bundled=*/false), HasSubstr("no model: give one with --lm PATH"));
}

TEST(ChooseModelsTest, ChecksFiles) {
  EXPECT_THAT(Choose("", {}), HasSubstr("--lm is empty"));
  EXPECT_THAT(Choose({}, ""), HasSubstr("--decide is empty"));
  EXPECT_THAT(Choose(kD1, {}), HasSubstr("tiny-d1-Q8_0.gguf"));
  EXPECT_THAT(Choose("/no/such.gguf", {}), HasSubstr("/no/such.gguf"));
}

}  // namespace
}  // namespace ferro
