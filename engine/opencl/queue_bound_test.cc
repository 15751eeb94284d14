#include "engine/opencl/queue_bound.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace ferro::opencl {
namespace {

int g_released = 0;

Handle<cl_event> Event(intptr_t id) {
  return Handle<cl_event>(reinterpret_cast<cl_event>(id), [](cl_event) -> cl_int { return ++g_released, CL_SUCCESS; });
}

// Enqueues as Context does; returns what it waited for, oldest first, -1 for the end of the queue.
std::vector<intptr_t> Join(QueueBound& bound, double cost_ms, intptr_t id) {
  std::vector<intptr_t> waited;
  while (!bound.Fits(cost_ms)) {
    if (bound.oldest() == nullptr) {
      waited.push_back(-1);
      bound.Clear();
    } else {
      waited.push_back(reinterpret_cast<intptr_t>(bound.oldest()));
      bound.PopOldest();
    }
  }
  bound.Add(cost_ms, bound.WantsEvent(cost_ms) ? Event(id) : Handle<cl_event>());
  return waited;
}

TEST(QueueBoundTest, NeverHoldsMoreThanTheBound) {
  QueueBound bound(100);
  int waits = 0;
  for (int i = 1; i <= 1000; ++i) {
    waits += static_cast<int>(Join(bound, 1 + i % 7, i).size());
    EXPECT_LE(bound.queued_ms(), 100);
  }
  // Some 4000 ms in marks of 25 to 31 ms.
  EXPECT_GT(waits, 120);
  EXPECT_LT(waits, 160);
}

TEST(QueueBoundTest, KeepsMostOfTheBoundBusy) {
  QueueBound bound(100);
  for (int i = 1; i <= 50; ++i) Join(bound, 5, i);
  EXPECT_GE(bound.queued_ms(), 70);
}

TEST(QueueBoundTest, ALaunchBeyondTheBoundRunsAlone) {
  QueueBound bound(100);
  EXPECT_TRUE(Join(bound, 250, 1).empty());
  EXPECT_EQ(Join(bound, 1, 2), std::vector<intptr_t>{1});
  EXPECT_EQ(Join(bound, 250, 3), std::vector<intptr_t>{-1});  // what came after the last mark had no event
  EXPECT_EQ(Join(bound, 250, 4), std::vector<intptr_t>{3});
}

TEST(QueueBoundTest, ShortWorkNeedsNoEvent) {
  QueueBound bound(100);
  for (int i = 0; i < 1000; ++i) Join(bound, 0, i);
  for (int i = 0; i < 90; ++i) Join(bound, 0.25, i);
  EXPECT_EQ(bound.oldest(), nullptr);
  bound.Clear();
  EXPECT_EQ(bound.queued_ms(), 0);
}

TEST(QueueBoundTest, ZeroIsNoBound) {
  QueueBound bound(0);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(Join(bound, 1e6, i).empty());
  EXPECT_EQ(bound.oldest(), nullptr);
}

TEST(QueueBoundTest, ReleasesItsEvents) {
  g_released = 0;
  {
    QueueBound bound(100);
    Join(bound, 30, 1), Join(bound, 30, 2), Join(bound, 30, 3);
    bound.PopOldest();
    EXPECT_EQ(g_released, 1);
    EXPECT_EQ(bound.queued_ms(), 60);
    bound.Clear();
    EXPECT_EQ(g_released, 3);
    Join(bound, 30, 4);
  }
  EXPECT_EQ(g_released, 4);
}

}  // namespace
}  // namespace ferro::opencl
