#include "engine/kernels/pool/thread_pool.h"

#include <immintrin.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <system_error>

#include "engine/kernels/pool/flush_denormals.h"

namespace ferro {
namespace {

// The system call rather than std::atomic::wait, which spins by its own rules before it sleeps.
void FutexWait(std::atomic<uint32_t>& word, uint32_t expected) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
}

void FutexWakeAll(std::atomic<uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

// In the lower half of a claim: no task to hand out, whatever their number.
constexpr uint32_t kNoTask = UINT32_MAX;

int64_t NowNs() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

// Spins until done() or for spin_ns; returns done(). After the first kPolite the core is offered to other threads
// between looks: with more threads than cores the one that is waited for may need it.
template <class Done>
bool SpinUntil(int64_t spin_ns, Done done) {
  constexpr int64_t kPoliteNs = 20'000;
  constexpr int kPausesPerLook = 64;  // the clock costs more than a pause
  if (done()) return true;
  const int64_t start = NowNs();
  for (;;) {
    for (int i = 0; i < kPausesPerLook; ++i) {
      _mm_pause();
      if (done()) return true;
    }
    const int64_t waited = NowNs() - start;
    if (waited >= spin_ns) return false;
    if (waited >= kPoliteNs) std::this_thread::yield();
  }
}

}  // namespace

ThreadPool::ThreadPool(int threads, int spin_us) : spin_ns_(int64_t{1000} * std::max(spin_us, 0)) {
  workers_.reserve(std::max(threads - 1, 0));
  for (int i = 1; i < threads; ++i) {
    try {
      workers_.emplace_back([this] { WorkerLoop(); });
    } catch (const std::system_error&) {
      break;
    }
  }
}

ThreadPool::~ThreadPool() {
  stopping_.store(true, std::memory_order_relaxed);
  epoch_.fetch_add(1, std::memory_order_seq_cst);
  FutexWakeAll(epoch_);
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::RunErased(int tasks, Call call, const void* context) {
  if (tasks <= 0) return;
  const ScopedFlushDenormals flush;
  if (workers_.empty() || tasks == 1) {
    for (int task = 0; task < tasks; ++task) call(context, task);
    return;
  }
  const uint32_t epoch = epoch_.load(std::memory_order_relaxed) + 1;
  // A late worker may still hold the last claim of the job before: end of its tasks, but not of ours. Nobody may claim
  // by it once the new number of tasks can be seen, so the old claim ends first.
  claim_.store(uint64_t{epoch} << 32 | kNoTask, std::memory_order_relaxed);
  call_.store(call, std::memory_order_release);
  context_.store(context, std::memory_order_release);
  tasks_.store(tasks, std::memory_order_release);  // whoever sees this sees that the old claim has ended
  finished_.store(0, std::memory_order_relaxed);
  claim_.store(uint64_t{epoch} << 32, std::memory_order_release);  // publishes the job
  // Sequentially consistent with parked_: either the worker sees this epoch before it sleeps, or we see it parked.
  epoch_.store(epoch, std::memory_order_seq_cst);
  if (parked_.load(std::memory_order_seq_cst) > 0) FutexWakeAll(epoch_);
  TakeTasks(epoch);
  AwaitFinished(tasks);
}

void ThreadPool::TakeTasks(uint32_t epoch) {
  uint64_t claim = claim_.load(std::memory_order_acquire);
  uint32_t done = 0;
  for (;;) {
    if (claim >> 32 != epoch) break;  // that job is over; another may be on the way
    const Call call = call_.load(std::memory_order_acquire);
    const void* context = context_.load(std::memory_order_acquire);
    const uint32_t tasks = tasks_.load(std::memory_order_acquire);
    const uint32_t task = static_cast<uint32_t>(claim);
    if (task >= tasks) break;
    // Had anything of the next job been read above, its end of the old claim would come before this, which then fails.
    // So if this succeeds, what was read belongs to `epoch`, whose last task cannot return before we have run ours.
    if (!claim_.compare_exchange_weak(claim, claim + 1, std::memory_order_acq_rel, std::memory_order_acquire)) continue;
    call(context, static_cast<int>(task));
    ++done;
    claim = claim_.load(std::memory_order_acquire);
  }
  if (done == 0) return;
  const uint32_t finished = finished_.fetch_add(done, std::memory_order_seq_cst) + done;
  // A stale answer here only wakes a caller for nothing.
  if (finished == tasks_.load(std::memory_order_relaxed) && caller_parked_.load(std::memory_order_seq_cst)) {
    FutexWakeAll(finished_);
  }
}

void ThreadPool::AwaitFinished(uint32_t tasks) {
  const auto all_finished = [&] { return finished_.load(std::memory_order_acquire) == tasks; };
  if (SpinUntil(spin_ns_, all_finished)) return;
  caller_parked_.store(true, std::memory_order_seq_cst);
  for (;;) {
    const uint32_t finished = finished_.load(std::memory_order_seq_cst);
    if (finished == tasks) break;
    FutexWait(finished_, finished);
  }
  caller_parked_.store(false, std::memory_order_relaxed);
}

uint32_t ThreadPool::AwaitNewEpoch(uint32_t seen) {
  uint32_t now = seen;
  const auto changed = [&] { return (now = epoch_.load(std::memory_order_acquire)) != seen; };
  if (SpinUntil(spin_ns_, changed)) return now;
  parked_.fetch_add(1, std::memory_order_seq_cst);
  while ((now = epoch_.load(std::memory_order_seq_cst)) == seen) FutexWait(epoch_, seen);
  parked_.fetch_sub(1, std::memory_order_relaxed);
  return now;
}

void ThreadPool::WorkerLoop() {
  const ScopedFlushDenormals flush;
  uint32_t epoch = 0;
  for (;;) {
    epoch = AwaitNewEpoch(epoch);
    if (stopping_.load(std::memory_order_relaxed)) return;
    TakeTasks(epoch);
  }
}

}  // namespace ferro
