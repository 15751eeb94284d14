// What an empty Run costs: the price of a joint, paid over a hundred times for each decoded token.
#include <chrono>
#include <thread>

#include "benchmark/benchmark.h"
#include "engine/kernels/pool/thread_pool.h"

namespace ferro {
namespace {

void BM_EmptyRun(benchmark::State& state) {
  ThreadPool pool(static_cast<int>(state.range(0)), 200);
  const int tasks = pool.threads();
  for (auto _ : state) pool.Run(tasks, [](int) {});
}
BENCHMARK(BM_EmptyRun)->Arg(1)->Arg(2)->Arg(4)->UseRealTime();

// Tasks of a few microseconds, as the smaller steps of a decoded token have, so that both threads take part.
void BM_ShortTasks(benchmark::State& state) {
  ThreadPool pool(static_cast<int>(state.range(0)), 200);
  const int tasks = pool.threads();
  for (auto _ : state) {
    pool.Run(tasks, [](int) {
      for (int i = 0; i < 5000; ++i) benchmark::DoNotOptimize(i);
    });
  }
}
BENCHMARK(BM_ShortTasks)->Arg(1)->Arg(2)->UseRealTime();

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
