#include "tools/ferro/tune/report.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using testing::HasSubstr;

opencl::TuneOutcome Outcome() {
  opencl::TuneOutcome outcome;
  outcome.problems = {{.name = "decode products",
                       .default_text = "32 outputs a group",
                       .tuned_text = "64 outputs a group",
                       .tried = 7,
                       .finished = true,
                       .shapes = {{"down 1024x4608, 1 row", 200e-6, 160e-6}},
                       .default_seconds = 3.2e-3,
                       .tuned_seconds = 2.56e-3},
                      {.name = "prefill attention",
                       .default_text = "16 queries a tile",
                       .tuned_text = "16 queries a tile",
                       .tried = 2,
                       .shapes = {{"512 rows at 0", 4e-3, 4e-3}},
                       .default_seconds = 24e-3,
                       .tuned_seconds = 24e-3}};
  outcome.rejected = {"decode products with 96 outputs a group: other bits than the default"};
  return outcome;
}

TEST(TuneReportTest, ShowsEveryShapeWithBothTimes) {
  const std::string text = TuneText(Outcome());
  EXPECT_THAT(text, HasSubstr("  down 1024x4608, 1 row                  200.0 us     160.0 us   +25.0 %\n"));
  EXPECT_THAT(text, HasSubstr("  all that a pass does                    3.20 ms      2.56 ms   +25.0 %\n"));
  EXPECT_THAT(text, HasSubstr("best     64 outputs a group\n  7 others tried\n"));
  EXPECT_THAT(text, HasSubstr("best     the default\n  2 others tried, then the time was over\n"));
  EXPECT_THAT(text, HasSubstr("rejected: decode products with 96 outputs"));
}

TEST(TuneReportTest, StoresWhatGained) {
  EXPECT_TRUE(FoundFaster(Outcome()));
  ASSERT_EQ(GainsOf(Outcome()).size(), 1u);
  EXPECT_EQ(GainsOf(Outcome())[0].what, "decode products");
  EXPECT_DOUBLE_EQ(GainsOf(Outcome())[0].tuned_ms, 2.56);
  opencl::TuneOutcome same = Outcome();
  same.problems.erase(same.problems.begin());
  EXPECT_FALSE(FoundFaster(same));
  EXPECT_TRUE(GainsOf(same).empty());
}

TEST(TuneReportTest, KeepsTheProgressLineOnOneLine) {
  const opencl::TuneProgress progress = {"prefill products", 12, 0.2, 0.55};
  EXPECT_EQ(TuneProgressLine(progress, 80), " 55%  prefill products: 12 tried, 25 % faster");
  EXPECT_EQ(TuneProgressLine(progress, 10), " 55%  pref");
  EXPECT_EQ(TuneProgressLine(progress, 0), "");
}

}  // namespace
}  // namespace ferro
