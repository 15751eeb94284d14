#include "engine/schedule/embedding/side_thread.h"

#include <atomic>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(SideThreadTest, StartReturnsWhileTheJobRuns) {
  std::promise<void> go_on;
  std::thread::id where;
  SideThread side;
  side.Start([&] {
    go_on.get_future().wait();
    where = std::this_thread::get_id();
  });
  go_on.set_value();  // nobody would, had Start waited
  side.Wait();
  EXPECT_NE(where, std::thread::id());
  EXPECT_NE(where, std::this_thread::get_id());
}

TEST(SideThreadTest, WaitSeesWhatEveryJobWrote) {
  SideThread side;
  std::vector<int> written;  // by both threads in turns
  std::vector<int> expected;
  for (int i = 0; i < 1000; ++i) {
    side.Start([&written, i] { written.push_back(i); });
    side.Wait();
    written.push_back(-i);
    expected.insert(expected.end(), {i, -i});
  }
  EXPECT_EQ(written, expected);
}

TEST(SideThreadTest, NothingToWaitForIsNoWait) {
  SideThread side;
  side.Wait();
  side.Start([] {});
  side.Wait();
  side.Wait();
}

TEST(SideThreadTest, ItsEndIsAfterThatOfTheJob) {
  for (int i = 0; i < 100; ++i) {
    std::atomic<bool> done = false;
    {
      SideThread side;
      side.Start([&] { done = true; });
    }
    EXPECT_TRUE(done) << i;
  }
}

// What a job holds may be what its owner is about to destroy.
TEST(SideThreadTest, WaitIsAfterTheEndOfWhatTheJobHolds) {
  SideThread side;
  for (int i = 0; i < 100; ++i) {
    auto held = std::make_shared<int>(i);
    side.Start([held] {});
    side.Wait();
    EXPECT_EQ(held.use_count(), 1) << i;
  }
}

}  // namespace
}  // namespace ferro
