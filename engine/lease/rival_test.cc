#include "engine/lease/rival.h"

#include <memory>
#include <string>
#include <thread>

#include "base/status_testing.h"

namespace ferro {
namespace {

TEST(RivalTest, GivesWayWheneverSomebodyWaits) {
  const std::string path = testing::TempDir() + "/lease";
  const Rival rival(path);
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<DeviceLease> lease, DeviceLease::Open(path));
  for (int turn = 0; turn < 20; ++turn) {
    const LeaseHold hold(lease.get(), LeaseClass::kDecode);
  }
  while (rival.turns() < 1) std::this_thread::yield();
  EXPECT_GE(lease->counts().waits, 1) << "it had the lease";
}

// As on a machine where it does not run for seconds: it has lost the lease before it looks.
TEST(RivalTest, ComesBackAfterTheLeaseWasTakenFromIt) {
  const std::string path = testing::TempDir() + "/taken-lease";
  const Rival rival(path);
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<DeviceLease> lease,
                       DeviceLease::Open(path, {.hold_limit = absl::ZeroDuration()}));
  while (rival.turns() < 3) {
    const LeaseHold hold(lease.get(), LeaseClass::kDecode);
  }
}

}  // namespace
}  // namespace ferro
