#include "engine/lease/device_lease.h"

#include <sys/mman.h>

#include <bit>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/status_testing.h"
#include "engine/lease/child_process.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

// Longer than any test: what happens happens for another reason.
const LeaseOptions kNoLimit = {absl::Hours(1)};

class DeviceLeaseTest : public testing::Test {
 protected:
  // Also in child processes.
  std::unique_ptr<DeviceLease> Open(const LeaseOptions& options = kNoLimit) const {
    absl::StatusOr<std::unique_ptr<DeviceLease>> lease = DeviceLease::Open(path_, options);
    EXPECT_OK(lease);
    return *std::move(lease);
  }
  void AwaitWaiting(int count) const {
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<lease::LeaseFile> file, lease::LeaseFile::Open(path_));
    while (std::popcount(file->page().waiting.load()) != count) std::this_thread::yield();
  }
  lease::Page* MapPage() {
    auto file = lease::LeaseFile::Open(path_);
    EXPECT_OK(file);
    file_ = *std::move(file);
    return &file_->page();
  }

  const std::string path_ =
      testing::TempDir() + "/lease-" + testing::UnitTest::GetInstance()->current_test_info()->name();
  std::unique_ptr<lease::LeaseFile> file_;
};

TEST_F(DeviceLeaseTest, AloneNobodyWaits) {
  const std::unique_ptr<DeviceLease> lease = Open();
  for (int i = 0; i < 3; ++i) {
    const LeaseHold hold(lease.get(), LeaseClass::kDecode);
    EXPECT_FALSE(lease->Contended());
    lease->Yield(LeaseClass::kDecode);
  }
  lease->Release();  // no effect
  const LeaseCounts counts = lease->counts();
  EXPECT_EQ(counts.acquisitions, 3);
  EXPECT_EQ(counts.waits, 0);
  EXPECT_EQ(counts.lost, 0);
  EXPECT_EQ(counts.waited, absl::ZeroDuration());
  const LeaseHold nobodys(nullptr, LeaseClass::kDecode);
}

struct Shared {
  int64_t turns;  // not atomic: two holders at once would lose counts
  std::atomic<int> inside;
  std::atomic<int> overlaps;
};

TEST_F(DeviceLeaseTest, OneAtATimeAmongManyProcesses) {
  constexpr int kProcesses = 4, kTurns = 5000;
  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto* const shared = new (memory) Shared{};
  std::vector<std::unique_ptr<ChildProcess>> children;
  for (int i = 0; i < kProcesses; ++i) {
    children.push_back(std::make_unique<ChildProcess>([&, i] {
      const std::unique_ptr<DeviceLease> lease = Open();
      const auto urgency = static_cast<LeaseClass>(i % 4);
      const auto turn = [&] {
        if (shared->inside.fetch_add(1) != 0) ++shared->overlaps;
        ++shared->turns;
        if (i == 0) std::this_thread::yield();
        shared->inside.fetch_sub(1);
      };
      for (int t = 0; t < kTurns; t += 2) {
        const LeaseHold hold(lease.get(), urgency);
        turn();
        lease->Yield(urgency);
        turn();
      }
      if (lease->counts().lost != 0) _exit(2);
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->Wait(), 0);
  EXPECT_EQ(shared->overlaps, 0);
  EXPECT_EQ(shared->turns, kProcesses * kTurns);
  munmap(memory, sizeof(Shared));
}

TEST_F(DeviceLeaseTest, AHolderThatIsKilledGivesWay) {
  const BytePipe holds;
  ChildProcess holder([&] {
    const std::unique_ptr<DeviceLease> lease = Open();
    lease->Acquire(LeaseClass::kDecision);
    holds.Put('h');
    pause();
  });
  holds.Take();
  BytePipe got;
  ChildProcess waiter([&] {
    const std::unique_ptr<DeviceLease> lease = Open();
    lease->Acquire(LeaseClass::kDecode);
    got.Put('g');
    pause();
  });
  AwaitWaiting(1);
  holder.Kill();
  EXPECT_EQ(got.Take(), 'g') << "who was waiting already";
  waiter.Kill();
  const std::unique_ptr<DeviceLease> lease = Open();
  lease->Acquire(LeaseClass::kPrefill);  // who comes later
}

TEST_F(DeviceLeaseTest, AWaiterThatIsKilledIsForgotten) {
  const std::unique_ptr<DeviceLease> lease = Open();
  lease->Acquire(LeaseClass::kPrefill);
  ChildProcess waiter([&] { Open()->Acquire(LeaseClass::kDecision); });
  AwaitWaiting(1);
  waiter.Kill();
  EXPECT_TRUE(lease->Contended()) << "nobody has noticed yet";
  lease->Yield(LeaseClass::kPrefill);
  EXPECT_FALSE(lease->Contended());
  lease->Yield(LeaseClass::kPrefill);
  EXPECT_EQ(lease->counts().acquisitions, 2) << "the second time there was nobody to yield to";
}

TEST_F(DeviceLeaseTest, AStoppedHolderLosesItWhenItsTimeIsOver) {
  const BytePipe to_parent, to_child;
  ChildProcess stuck([&] {
    const std::unique_ptr<DeviceLease> lease = Open();
    lease->Acquire(LeaseClass::kDecode);
    to_parent.Put('h');
    to_child.Take();
    lease->Release();  // too late, and must not take it from the next holder
    to_parent.Put(lease->counts().lost == 1 ? 'l' : 'x');
    lease->Acquire(LeaseClass::kDecode);
    to_parent.Put('a');
  });
  to_parent.Take();
  const std::unique_ptr<DeviceLease> lease = Open({absl::Milliseconds(20)});
  lease->Acquire(LeaseClass::kPrefill);
  EXPECT_EQ(lease->counts().waits, 1);
  EXPECT_GE(lease->counts().longest_wait, absl::Milliseconds(1));
  to_child.Put('g');
  EXPECT_EQ(to_parent.Take(), 'l');
  AwaitWaiting(1);
  lease->Release();
  EXPECT_EQ(to_parent.Take(), 'a');
  EXPECT_EQ(stuck.Wait(), 0);
  EXPECT_EQ(lease->counts().lost, 0);
}

// A waiter that is stopped gets the lease, does not notice, and delays the others once, not at each turn.
TEST_F(DeviceLeaseTest, AStoppedWaiterDelaysTheOthersOnce) {
  const LeaseOptions options = {absl::Milliseconds(50)};
  const std::unique_ptr<DeviceLease> lease = Open(options);
  lease->Acquire(LeaseClass::kDecode);
  ChildProcess stopped([&] { Open()->Acquire(LeaseClass::kDecision); });
  AwaitWaiting(1);
  stopped.Signal(SIGSTOP);
  lease->Yield(LeaseClass::kDecode);
  EXPECT_EQ(lease->counts().waits, 1);
  for (int i = 0; i < 10; ++i) lease->Yield(LeaseClass::kDecode);
  EXPECT_EQ(lease->counts().waits, 1);
  lease->Release();
  stopped.Signal(SIGCONT);
  EXPECT_EQ(stopped.Wait(), 0);
}

TEST_F(DeviceLeaseTest, TheMoreUrgentGoFirst) {
  const std::unique_ptr<DeviceLease> lease = Open();
  lease->Acquire(LeaseClass::kDecision);
  const BytePipe order;
  std::vector<std::unique_ptr<ChildProcess>> children;
  for (const LeaseClass urgency :
       {LeaseClass::kPrefill, LeaseClass::kDecode, LeaseClass::kEmbedding, LeaseClass::kDecision}) {
    children.push_back(std::make_unique<ChildProcess>([&, urgency] {
      const std::unique_ptr<DeviceLease> own = Open();
      const LeaseHold hold(own.get(), urgency);
      order.Put("deLp"[static_cast<int>(urgency)]);
    }));
    AwaitWaiting(static_cast<int>(children.size()));
  }
  lease->Yield(LeaseClass::kDecision);
  EXPECT_FALSE(lease->Contended());
  std::string got;
  for (int i = 0; i < 4; ++i) got += order.Take();
  EXPECT_EQ(got, "deLp");
  for (const auto& child : children) EXPECT_EQ(child->Wait(), 0);
}

// A pass that yields between its segments: a less urgent waiter comes in after one of them.
TEST_F(DeviceLeaseTest, AYieldLetsAnybodyIn) {
  const std::unique_ptr<DeviceLease> lease = Open();
  lease->Acquire(LeaseClass::kDecision);
  const BytePipe in;
  ChildProcess step([&] {
    const std::unique_ptr<DeviceLease> own = Open();
    for (int i = 0; i < 3; ++i) {
      const LeaseHold hold(own.get(), LeaseClass::kPrefill);
      in.Put('p');
    }
  });
  for (int i = 0; i < 3; ++i) {
    AwaitWaiting(1);
    lease->Yield(LeaseClass::kDecision);
    EXPECT_EQ(in.Take(), 'p');
  }
  lease->Release();
  EXPECT_EQ(step.Wait(), 0);
  EXPECT_EQ(lease->counts().acquisitions, 4);
}

// Whatever the words of the page say, everybody gets the lease in the end.
TEST_F(DeviceLeaseTest, RecoversFromAnyState) {
  lease::Page* const page = MapPage();
  for (const uint64_t holder : {uint64_t{0}, uint64_t{7}, ~uint64_t{0}, uint64_t{0x12345678'9abcdeff}}) {
    for (const uint64_t waiting : {uint64_t{0}, ~uint64_t{0}}) {
      page->holder = holder;
      page->waiting = waiting;
      for (lease::Place& place : page->places) {
        place.urgency = 99;
        place.passed = 1 << 30;
        place.since_ns = ~uint64_t{0};
      }
      const std::unique_ptr<DeviceLease> a = Open({absl::Milliseconds(20)});
      const std::unique_ptr<DeviceLease> b = Open({absl::Milliseconds(20)});
      a->Acquire(LeaseClass::kPrefill);
      a->Release();
      b->Acquire(LeaseClass::kDecode);
      b->Release();
    }
  }
}

TEST_F(DeviceLeaseTest, DestructionReleases) {
  const std::unique_ptr<DeviceLease> lease = Open();
  {
    const std::unique_ptr<DeviceLease> other = Open();
    other->Acquire(LeaseClass::kDecode);
  }
  lease->Acquire(LeaseClass::kDecode);
  EXPECT_EQ(lease->counts().waits, 0);
}

}  // namespace
}  // namespace ferro
