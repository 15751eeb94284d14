#include "engine/opencl/watchdog.h"

#include <unistd.h>

#include <chrono>

#include "absl/time/clock.h"
#include "base/log.h"
#include "gtest/gtest.h"

namespace ferro::opencl {
namespace {

class WatchdogTest : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

[[noreturn]] void Hang() {
  while (true) pause();
}

TEST_F(WatchdogTest, EndsTheProcessWithOneLine) {
  const auto hang = [] {
    Watchdog watchdog;
    const Watchdog::Guard guard(watchdog, "reading", absl::Milliseconds(50));
    Hang();
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(kHungExitCode), "event=device_hangs call=reading limit=50ms");
}

// The thread first sleeps until the long deadline; the short one has to wake it.
TEST_F(WatchdogTest, SeesTheShorterOfTwoLimits) {
  const auto hang = [] {
    Watchdog watchdog;
    const Watchdog::Guard build(watchdog, "building", absl::Minutes(5));
    absl::SleepFor(absl::Milliseconds(20));
    const Watchdog::Guard read(watchdog, "reading", absl::Milliseconds(50));
    Hang();
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(kHungExitCode), "call=reading");
}

// Earlier guards leave the thread asleep until a deadline that no longer counts.
TEST_F(WatchdogTest, WatchesAfterManyCallsThatCameBack) {
  const auto hang = [] {
    Watchdog watchdog;
    for (int i = 0; i < 1000; ++i) const Watchdog::Guard guard(watchdog, "fine", absl::Milliseconds(100));
    absl::SleepFor(absl::Milliseconds(300));
    const Watchdog::Guard guard(watchdog, "late", absl::Milliseconds(100));
    Hang();
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(kHungExitCode), "call=late");
}

TEST_F(WatchdogTest, LeavesCallsThatComeBackAlone) {
  Watchdog watchdog;
  for (int i = 0; i < 30; ++i) {
    const Watchdog::Guard guard(watchdog, "short", absl::Milliseconds(200));
    absl::SleepFor(absl::Milliseconds(10));
  }
}

// A launch is guarded too, and a decode step has some 90 of them.
TEST_F(WatchdogTest, CostsLessThanAMicrosecond) {
  Watchdog watchdog;
  constexpr int kGuards = 20000;
  double best_us = 1e9;
  for (int run = 0; run < 5; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kGuards; ++i) const Watchdog::Guard guard(watchdog, "launch", absl::Seconds(60));
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    best_us = std::min(best_us, took.count() / kGuards);
  }
  RecordProperty("guard_ns", static_cast<int>(best_us * 1000));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(best_us, 1.0);
#endif
}

}  // namespace
}  // namespace ferro::opencl
