#include "engine/kernels/pool/thread_pool.h"

#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "engine/kernels/pool/flush_denormals.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using std::chrono::milliseconds;

double ProcessCpuSeconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return time.tv_sec + time.tv_usec * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

float Tiny() {
  volatile float smallest_normal = 0x1p-126f;
  return smallest_normal * 0.5f;  // denormal unless flushed
}

TEST(ThreadPoolTest, RunsEachTaskOnce) {
  for (int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads, 50);
    EXPECT_EQ(pool.threads(), threads);
    for (int tasks : {0, 1, 2, 3, 7, 100}) {
      std::vector<int> counts(tasks);  // plain ints: a task run twice at once, or unseen by us, is a race
      pool.Run(tasks, [&](int task) { ++counts[task]; });
      EXPECT_EQ(counts, std::vector<int>(tasks, 1)) << threads << " threads";
    }
  }
}

// Jobs of changing size back to back: a worker that comes late from one job must not take a task of the next.
TEST(ThreadPoolTest, LateWorkersLeaveTheNextJobAlone) {
  constexpr int kMostTasks = 42;
  for (int threads : {2, 4, 6}) {
    ThreadPool pool(threads, 200);
    std::atomic<int> counts[kMostTasks];
    uint32_t random = 1;
    for (int run = 0; run < 100'000; ++run) {
      random = random * 1664525 + 1013904223;
      const int tasks = 2 + static_cast<int>(random >> 16) % (kMostTasks - 1);
      for (std::atomic<int>& count : counts) count.store(0, std::memory_order_relaxed);
      pool.Run(tasks, [&](int task) { counts[task].fetch_add(1, std::memory_order_relaxed); });
      for (int task = 0; task < kMostTasks; ++task) {
        ASSERT_EQ(counts[task].load(), task < tasks) << "task " << task << " of " << tasks << ", run " << run;
      }
    }
  }
}

TEST(ThreadPoolTest, OneThreadRunsInlineInOrder) {
  ThreadPool pool(0, 50);
  EXPECT_EQ(pool.threads(), 1);
  std::vector<int> order;
  pool.Run(4, [&](int task) {
    EXPECT_EQ(task, static_cast<int>(order.size()));
    order.push_back(task);
  });
  EXPECT_EQ(order.size(), 4u);
}

// Every Run reads what the one before wrote, from whichever thread did: a lost or early joint shows as a wrong sum.
TEST(ThreadPoolTest, JointsOrderMemory) {
  for (int spin_us : {0, 1, 200}) {
    ThreadPool pool(4, spin_us);
    std::vector<int64_t> values(16, 1);
    std::vector<int64_t> next(16);
    for (int round = 0; round < 2000; ++round) {
      pool.Run(16, [&](int i) { next[i] = (values[i] + values[(i + 1) % 16]) % 1'000'003; });
      pool.Run(16, [&](int i) { values[i] = next[i]; });
    }
    std::vector<int64_t> expected(16, 1);
    for (int round = 0; round < 2000; ++round) {
      for (int i = 0; i < 16; ++i) next[i] = (expected[i] + expected[(i + 1) % 16]) % 1'000'003;
      expected = next;
    }
    EXPECT_EQ(values, expected) << "spin " << spin_us;
  }
}

// Different numbers of tasks and pauses around the time to park: wake-ups meet workers in every state.
TEST(ThreadPoolTest, WakesParkedAndParkingWorkers) {
  ThreadPool pool(3, 20);
  for (int round = 0; round < 500; ++round) {
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < std::chrono::microseconds(round % 60)) {
    }
    std::atomic<int> sum{0};
    const int tasks = 2 + round % 5;
    pool.Run(tasks, [&](int task) { sum.fetch_add(task + 1, std::memory_order_relaxed); });
    ASSERT_EQ(sum.load(), tasks * (tasks + 1) / 2);
  }
}

TEST(ThreadPoolTest, WorkersTakePart) {
  ThreadPool pool(2, 200);
  std::mutex mutex;
  std::set<std::thread::id> seen;
  // A worker may be late for one Run, not for every one.
  for (int round = 0; round < 1000 && seen.size() < 2; ++round) {
    pool.Run(2, [&](int) {
      std::this_thread::sleep_for(milliseconds(1));
      const std::lock_guard<std::mutex> lock(mutex);
      seen.insert(std::this_thread::get_id());
    });
  }
  EXPECT_EQ(seen.size(), 2u);
}

TEST(ThreadPoolTest, IdlePoolDrawsNoCpu) {
  ThreadPool pool(4, 200);
  pool.Run(8, [](int) {});
  std::this_thread::sleep_for(milliseconds(20));  // spins out and parks
  const double before = ProcessCpuSeconds();
  std::this_thread::sleep_for(milliseconds(300));
  EXPECT_LT(ProcessCpuSeconds() - before, 0.003);  // 1 % of one core, of four that could have spun
}

// A caller that waits long for a worker's task sleeps as well.
TEST(ThreadPoolTest, CallerParksWhileItWaits) {
  ThreadPool pool(2, 200);
  const double before = ProcessCpuSeconds();
  pool.Run(2, [](int task) { std::this_thread::sleep_for(milliseconds(task == 0 ? 10 : 300)); });
  EXPECT_LT(ProcessCpuSeconds() - before, 0.05);
}

// Sixteen threads on whatever cores there are: work that one core does in T must not take many times T.
TEST(ThreadPoolTest, OversubscriptionDoesNotCollapse) {
  ThreadPool pool(16, 200);
  const auto start = std::chrono::steady_clock::now();
  std::atomic<int> done{0};
  for (int round = 0; round < 200; ++round) {
    pool.Run(32, [&](int) { done.fetch_add(1, std::memory_order_relaxed); });
  }
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(done.load(), 6400);
  EXPECT_LT(took, std::chrono::seconds(4)) << "20 ms a joint means time slices spent on spinning";
}

TEST(ThreadPoolTest, TasksFlushDenormalsOnEveryThread) {
  EXPECT_GT(Tiny(), 0.0f);
  for (int threads : {1, 4}) {
    ThreadPool pool(threads, 50);
    for (int round = 0; round < 50; ++round) {
      std::atomic<int> kept{0};
      pool.Run(8, [&](int) { kept.fetch_add(Tiny() != 0.0f); });
      EXPECT_EQ(kept.load(), 0);
    }
  }
  EXPECT_GT(Tiny(), 0.0f) << "the caller's own mode must come back";
}

TEST(FlushDenormalsTest, Nests) {
  {
    const ScopedFlushDenormals outer;
    EXPECT_EQ(Tiny(), 0.0f);
    {
      const ScopedFlushDenormals inner;
      EXPECT_EQ(Tiny(), 0.0f);
    }
    EXPECT_EQ(Tiny(), 0.0f);
  }
  EXPECT_GT(Tiny(), 0.0f);
}

}  // namespace
}  // namespace ferro
