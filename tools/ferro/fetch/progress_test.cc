#include "tools/ferro/fetch/progress.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ProgressLineTest, ShowsShareBytesRateAndTime) {
  const std::string line = ProgressLine(25'000'000, 100'000'000, 1'000'000, 100);
  EXPECT_THAT(line, HasSubstr(" 25%"));
  EXPECT_THAT(line, HasSubstr("25.0 MB of 100.0 MB"));
  EXPECT_THAT(line, HasSubstr("1.0 MB/s"));
  EXPECT_THAT(line, HasSubstr("1:15 left"));
}

TEST(ProgressLineTest, CountsWhateverItIs) {
  const std::string line = ProgressLine(250, 1000, 50, 100, "texts");
  EXPECT_THAT(line, HasSubstr("250 of 1000 texts  50/s  0:15 left"));
}

TEST(ProgressLineTest, HasNoBarForAnUnknownTotal) {
  const std::string line = ProgressLine(2'000'000, 0, 1'000'000, 80);
  EXPECT_EQ(line, "2.0 MB  1.0 MB/s");
}

TEST(ProgressLineTest, FitsIntoAnyWidth) {
  for (const int width : {0, 40, 57, 58, 59, 80, 300}) {
    for (const int64_t done : {int64_t{0}, int64_t{1}, int64_t{999'999'999'999}, int64_t{1'000'000'000'000}}) {
      const std::string line = ProgressLine(done, 1'000'000'000'000, 123, width);
      EXPECT_LE(line.size(), std::max(width, 40)) << line;
    }
  }
}

TEST(ProgressLineTest, MoreThanPromisedIsFull) {
  EXPECT_THAT(ProgressLine(200, 100, 0, 80), HasSubstr("100%"));
  EXPECT_THAT(ProgressLine(200, 100, 0, 80), Not(HasSubstr(".]")));
}

}  // namespace
}  // namespace ferro
