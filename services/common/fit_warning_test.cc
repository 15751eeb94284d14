#include "services/common/fit_warning.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

std::string Said(int64_t needed, int64_t limit) {
  testing::internal::CaptureStderr();
  WarnIfItDoesNotFit(needed, limit, "a smaller --lm-ctx");
  return testing::internal::GetCapturedStderr();
}

TEST(FitWarningTest, SaysWhatIsNeededAndWhatThereIs) {
  const std::string line = Said(900 << 20, 400 << 20);
  EXPECT_THAT(line, HasSubstr("event=memory_short needed_mb=900 limit_mb=400"));
  EXPECT_THAT(line, HasSubstr("a smaller --lm-ctx"));
}

TEST(FitWarningTest, SaysNothingWhereItFitsOrNobodyKnows) {
  EXPECT_EQ(Said(400, 400), "");
  EXPECT_EQ(Said(400, 0), "");
}

}  // namespace
}  // namespace ferro
