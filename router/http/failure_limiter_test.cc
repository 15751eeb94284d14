#include "router/http/failure_limiter.h"

#include "gtest/gtest.h"

namespace ferro::router {
namespace {

TEST(FailureLimiterTest, BlocksOneAddressForAMinute) {
  FailureLimiter limiter;
  const absl::Time start = absl::UnixEpoch();
  for (int i = 0; i < FailureLimiter::kMaxFailures; ++i) {
    EXPECT_FALSE(limiter.Blocked("a", start)) << i;
    limiter.Fail("a", start);
  }
  EXPECT_TRUE(limiter.Blocked("a", start + absl::Seconds(59)));
  EXPECT_FALSE(limiter.Blocked("b", start));
  EXPECT_FALSE(limiter.Blocked("a", start + absl::Seconds(60)));
}

TEST(FailureLimiterTest, ForgetsInsteadOfGrowing) {
  FailureLimiter limiter;
  for (size_t i = 0; i < 3 * FailureLimiter::kMaxPeers; ++i) limiter.Fail(std::to_string(i), absl::UnixEpoch());
  EXPECT_FALSE(limiter.Blocked("0", absl::UnixEpoch()));
}

}  // namespace
}  // namespace ferro::router
