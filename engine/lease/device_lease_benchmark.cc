// What the lease costs a program that nobody disturbs, and what handing it over costs two that take turns.
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "engine/lease/device_lease.h"

namespace ferro {
namespace {

std::string Path() { return absl::StrCat("/tmp/ferro-lease-benchmark-", getpid()); }

std::unique_ptr<DeviceLease> Open() { return DeviceLease::Open(Path()).value(); }

void AcquireAndRelease(benchmark::State& state) {
  const std::unique_ptr<DeviceLease> lease = Open();
  for (auto _ : state) {
    lease->Acquire(LeaseClass::kDecode);
    lease->Release();
  }
  std::remove(Path().c_str());
}
BENCHMARK(AcquireAndRelease);

void YieldToNobody(benchmark::State& state) {
  const std::unique_ptr<DeviceLease> lease = Open();
  lease->Acquire(LeaseClass::kDecision);
  for (auto _ : state) lease->Yield(LeaseClass::kDecision);
  std::remove(Path().c_str());
}
BENCHMARK(YieldToNobody);

// There and back: two hand-overs, each with the waking of a sleeping thread.
void YieldToAWaiter(benchmark::State& state) {
  const std::unique_ptr<DeviceLease> lease = Open();
  lease->Acquire(LeaseClass::kDecision);
  std::atomic<bool> stop = false;
  std::thread other([&] {
    const std::unique_ptr<DeviceLease> own = Open();
    while (!stop) const LeaseHold hold(own.get(), LeaseClass::kDecode);
  });
  for (auto _ : state) {
    while (!lease->Contended()) std::this_thread::yield();
    lease->Yield(LeaseClass::kDecision);
  }
  stop = true;
  lease->Release();
  other.join();
  std::remove(Path().c_str());
}
BENCHMARK(YieldToAWaiter)->UseRealTime();

}  // namespace
}  // namespace ferro
