#include "router/http/key_limiter.h"

#include <atomic>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace ferro::router {
namespace {

KeyLimits Limits(int requests_per_minute, int concurrent) {
  KeyLimits limits;
  limits.requests_per_minute = requests_per_minute;
  limits.concurrent = concurrent;
  return limits;
}

TEST(KeyLimiterTest, AtMostSoManyWithinAnyMinute) {
  KeyLimiter limiter;
  const absl::Time start = absl::FromUnixSeconds(1000);
  const auto admit = [&](int second) { return limiter.Admit("anna", Limits(3, 0), start + absl::Seconds(second)); };
  for (const int second : {0, 10, 50}) EXPECT_NE(admit(second).lease, nullptr) << second;
  const KeyLimiter::Decision refused = admit(55);
  EXPECT_EQ(refused.lease, nullptr);
  EXPECT_EQ(refused.limit, "rpm=3");
  EXPECT_EQ(refused.retry_after, absl::Seconds(5));
  EXPECT_EQ(admit(59).retry_after, absl::Seconds(1)) << "a refusal does not count";
  EXPECT_NE(admit(60).lease, nullptr);
  EXPECT_EQ(admit(60).retry_after, absl::Seconds(10));
  EXPECT_NE(limiter.Admit("bob", Limits(3, 0), start).lease, nullptr) << "others are not concerned";
}

TEST(KeyLimiterTest, ALoweredLimitWaitsForAllThatStandInItsWay) {
  KeyLimiter limiter;
  const absl::Time start = absl::FromUnixSeconds(1000);
  for (int i = 0; i < 5; ++i) limiter.Admit("anna", Limits(10, 0), start + absl::Seconds(i));
  EXPECT_EQ(limiter.Admit("anna", Limits(2, 0), start + absl::Seconds(10)).retry_after, absl::Seconds(53));
}

TEST(KeyLimiterTest, AtMostSoManyAtOnce) {
  auto limiter = std::make_unique<KeyLimiter>();
  const absl::Time now = absl::FromUnixSeconds(1000);
  auto first = limiter->Admit("anna", Limits(0, 2), now);
  auto second = limiter->Admit("anna", Limits(0, 2), now);
  ASSERT_NE(second.lease, nullptr);
  const KeyLimiter::Decision refused = limiter->Admit("anna", Limits(0, 2), now);
  EXPECT_EQ(refused.lease, nullptr);
  EXPECT_EQ(refused.limit, "concurrent=2");
  EXPECT_EQ(refused.retry_after, absl::Seconds(1));
  first.lease.reset();
  EXPECT_NE(limiter->Admit("anna", Limits(0, 2), now).lease, nullptr);
  limiter.reset();
  second.lease.reset();  // touches what the limiter left behind
}

TEST(KeyLimiterTest, RequestsWithoutALimitStillCountWhenOneComes) {
  KeyLimiter limiter;
  const absl::Time now = absl::FromUnixSeconds(1000);
  const auto free = limiter.Admit("anna", Limits(0, 0), now);
  ASSERT_NE(free.lease, nullptr);
  EXPECT_EQ(limiter.Admit("anna", Limits(0, 1), now).lease, nullptr);
}

TEST(KeyLimiterTest, ThreadsTogether) {
  KeyLimiter limiter;
  std::atomic<int> running{0}, most{0}, admitted{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        const auto decision = limiter.Admit("anna", Limits(0, 2), absl::FromUnixSeconds(1000));
        if (decision.lease == nullptr) continue;
        ++admitted;
        const int now = ++running;
        int seen = most;
        while (now > seen && !most.compare_exchange_weak(seen, now)) {
        }
        --running;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(admitted, 2000) << "places are given back";
  EXPECT_LE(most, 2);
}

}  // namespace
}  // namespace ferro::router
