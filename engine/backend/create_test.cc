#include "engine/backend/create.h"

#include <memory>
#include <thread>

#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

bool TakesTurns(const char* device, int threads, LeaseUse lease) {
  BackendOptions options;
  options.device = device;
  options.threads = threads;
  options.lease = lease;
  const absl::StatusOr<std::unique_ptr<Backend>> backend = CreateBackend(options);
  EXPECT_OK(backend.status());
  return backend.ok() && TakesTurns(options, **backend);
}

TEST(TakesTurnsTest, AutoIsForDevicesThatTwoProgramsDoNotFitOn) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  EXPECT_TRUE(TakesTurns("cpu", cores, LeaseUse::kAuto));
  EXPECT_TRUE(TakesTurns("cpu", cores / 2 + 1, LeaseUse::kAuto));
  EXPECT_TRUE(TakesTurns("reference", 1, LeaseUse::kAuto));
  if (cores < 2) GTEST_SKIP() << "one core carries one program";
  EXPECT_FALSE(TakesTurns("cpu", cores / 2, LeaseUse::kAuto));
  EXPECT_FALSE(TakesTurns("cpu", 0, LeaseUse::kAuto));
}

TEST(TakesTurnsTest, OnAndOffAreMeantLiterally) {
  EXPECT_TRUE(TakesTurns("cpu", 1, LeaseUse::kOn));
  EXPECT_FALSE(TakesTurns("reference", 1, LeaseUse::kOff));
}

}  // namespace
}  // namespace ferro
