#include "base/error_detail.h"

#include "base/status_testing.h"

namespace ferro {
namespace {

TEST(ErrorDetailTest, RoundTripsThroughAStatus) {
  ErrorDetail detail;
  detail.reason = kReasonContextExceeded;
  detail.param = "messages[1].content";
  detail.retry_after_s = 2.5;
  detail.prompt_tokens = 600;
  detail.context_tokens = 512;
  const ErrorDetail got = DetailOf(WithDetail(absl::OutOfRangeError("too long"), detail));
  EXPECT_EQ(got.reason, detail.reason);
  EXPECT_EQ(got.param, detail.param);
  EXPECT_EQ(got.retry_after_s, 2.5);
  EXPECT_EQ(got.prompt_tokens, 600);
  EXPECT_EQ(got.context_tokens, 512);
}

TEST(ErrorDetailTest, LeavesOkAlone) { EXPECT_OK(WithDetail(absl::OkStatus(), {.reason = "X", .param = ""})); }

TEST(ErrorDetailTest, NamesTheField) {
  const absl::Status status = InvalidField("top_p", "top_p is 2; give a number in (0, 1]");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(DetailOf(status).param, "top_p");
  EXPECT_EQ(DetailOf(status).reason, kReasonInvalidValue);
}

}  // namespace
}  // namespace ferro
