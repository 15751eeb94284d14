// Fork-join over a fixed set of threads, made for many short joints: a decoded token has over a hundred.
#ifndef FERRO_ENGINE_KERNELS_POOL_THREAD_POOL_H_
#define FERRO_ENGINE_KERNELS_POOL_THREAD_POOL_H_

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace ferro {

// Threads claim the tasks of a Run one by one, the caller among them, so a worker that sleeps or lost its core delays
// nobody: the others take its share. Workers wait for the next Run by spinning for `spin_us`, then park on a futex; an
// idle pool draws no CPU. Tasks run with denormals flushed, on every thread.
// One thread at a time may call Run. A task must not throw and must not call Run of the same pool.
class ThreadPool {
 public:
  // `threads` counts the caller: 1 (or less) runs everything inline. If the system refuses a thread, the pool has
  // fewer.
  ThreadPool(int threads, int spin_us);
  ~ThreadPool();  // no Run may be in progress
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls fn(task) once for each task in [0, tasks), in any order and on any thread; returns when all have returned.
  // What the caller wrote before is visible to the tasks, and what they wrote to the caller after.
  template <class Fn>
  void Run(int tasks, const Fn& fn) {
    RunErased(
        tasks, [](const void* context, int task) { (*static_cast<const Fn*>(context))(task); }, &fn);
  }

 private:
  using Call = void (*)(const void* context, int task);

  void RunErased(int tasks, Call call, const void* context);
  void WorkerLoop();
  void TakeTasks(uint32_t epoch);
  uint32_t AwaitNewEpoch(uint32_t seen);
  void AwaitFinished(uint32_t tasks);

  const int64_t spin_ns_;
  std::vector<std::thread> workers_;

  // The job in progress. Workers of an earlier epoch may still look, hence atomics; a claim (below) proves that what
  // was read belongs to the epoch of the claim.
  std::atomic<Call> call_{nullptr};
  std::atomic<const void*> context_{nullptr};
  std::atomic<uint32_t> tasks_{0};

  // Each on a cache line of its own: the caller writes one while workers spin on another.
  alignas(64) std::atomic<uint32_t> epoch_{0};     // counts Runs; workers wait for it to change
  alignas(64) std::atomic<uint64_t> claim_{0};     // epoch << 32 | next task to hand out
  alignas(64) std::atomic<uint32_t> finished_{0};  // tasks of this epoch that have returned
  alignas(64) std::atomic<uint32_t> parked_{0};    // workers in, or on the way to, the futex
  std::atomic<bool> caller_parked_{false};
  std::atomic<bool> stopping_{false};
};

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_POOL_THREAD_POOL_H_
