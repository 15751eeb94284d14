// The price of a joint, paid over a hundred times for each decoded token.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "benchmark/benchmark.h"
#include "engine/kernels/pool/thread_pool.h"

namespace ferro {
namespace {

// Tasks that are gone before a worker looks: what publishing and joining cost the caller.
void BM_EmptyRun(benchmark::State& state) {
  ThreadPool pool(static_cast<int>(state.range(0)), 200);
  const int tasks = pool.threads();
  for (auto _ : state) pool.Run(tasks, [](int) {});
}
BENCHMARK(BM_EmptyRun)->Arg(1)->Arg(2)->Arg(4)->UseRealTime();

// Both threads must take one of two tasks and meet: fork, hand-over to a spinning worker, and joint. A shared machine
// takes the worker's core away now and then, hence quantiles.
void BM_Rendezvous(benchmark::State& state) {
  ThreadPool pool(2, 200);
  if (pool.threads() < 2) return state.SkipWithError("needs a second thread");
  std::vector<double> samples;
  for (auto _ : state) {
    std::atomic<int> arrived{0};
    const auto start = std::chrono::steady_clock::now();
    pool.Run(2, [&](int) {
      arrived.fetch_add(1, std::memory_order_acq_rel);
      while (arrived.load(std::memory_order_acquire) < 2) {
      }
    });
    samples.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(samples.begin(), samples.end());
  state.counters["p10_ns"] = samples[samples.size() / 10];
  state.counters["median_ns"] = samples[samples.size() / 2];
}
BENCHMARK(BM_Rendezvous)->UseRealTime()->Iterations(20000);

// The first Run after an idle time finds its workers parked.
void BM_RunAfterIdle(benchmark::State& state) {
  ThreadPool pool(2, 50);
  for (auto _ : state) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const auto start = std::chrono::steady_clock::now();
    pool.Run(2, [](int) {});
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
}
BENCHMARK(BM_RunAfterIdle)->UseManualTime()->Iterations(300);

}  // namespace
}  // namespace ferro
