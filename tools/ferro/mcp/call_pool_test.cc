#include "tools/ferro/mcp/call_pool.h"

#include <atomic>
#include <future>

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace ferro::mcp {
namespace {

TEST(CallPoolTest, RunsCallsSideBySide) {
  CallPool pool(3, 0);
  std::promise<void> go;
  const std::shared_future<void> gate = go.get_future().share();
  std::atomic<int> inside = 0;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(pool.Start([&, gate] {
      if (++inside == 3) go.set_value();  // only three that run at once get here
      gate.wait();
    }));
  }
  EXPECT_TRUE(pool.WaitIdle(absl::Minutes(1)));
  EXPECT_EQ(inside, 3);
}

TEST(CallPoolTest, RefusesWhatCannotWait) {
  std::promise<void> go, started;
  const std::shared_future<void> gate = go.get_future().share();
  std::atomic<int> ran = 0;
  CallPool pool(1, 2);
  EXPECT_TRUE(pool.Start([&, gate] {
    started.set_value();
    gate.wait();
    ++ran;
  }));
  started.get_future().wait();
  EXPECT_TRUE(pool.Start([&ran] { ++ran; }));
  EXPECT_TRUE(pool.Start([&ran] { ++ran; }));
  EXPECT_FALSE(pool.Start([&ran] { ++ran; }));
  EXPECT_FALSE(pool.WaitIdle(absl::ZeroDuration()));
  go.set_value();
  EXPECT_TRUE(pool.WaitIdle(absl::Minutes(1)));
  EXPECT_EQ(ran, 3);
}

TEST(CallPoolTest, RunsWhatWaitsBeforeItEnds) {
  std::atomic<int> ran = 0;
  {
    CallPool pool(2, 100);
    for (int i = 0; i < 50; ++i) EXPECT_TRUE(pool.Start([&ran] { ++ran; }));
  }
  EXPECT_EQ(ran, 50);
}

}  // namespace
}  // namespace ferro::mcp
