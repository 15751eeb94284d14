#include "engine/schedule/decision/leased_scorer.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/status_testing.h"
#include "engine/schedule/decision/fake_scorer.h"

namespace ferro {
namespace {

TEST(LeasedScorerTest, APassWaitsForItsTurnAndGivesWayBetweenSegments) {
  const std::string path = testing::TempDir() + "/lease";
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<DeviceLease> other, DeviceLease::Open(path));
  ASSERT_OK_AND_ASSIGN(const std::shared_ptr<DeviceLease> own, DeviceLease::Open(path));
  auto fake = std::make_unique<FakeScorer>();
  FakeScorer& device = *fake;
  device.Hold();
  LeasedScorer scorer(std::move(fake), own);

  other->Acquire(LeaseClass::kPrefill);
  const std::vector<int32_t> tokens = {1, 2, 3};
  const std::vector<int> markers = {0, 2};
  const DecisionSequence sequence = {tokens, markers, DecisionType::kChoice};
  int hooks = 0;
  std::thread pass([&] {
    const absl::StatusOr<std::vector<float>> scores = scorer.Score({&sequence, 1}, [&] {
      ++hooks;
      return absl::OkStatus();
    });
    ASSERT_OK(scores);
    EXPECT_EQ(*scores, FakeScorer::ScoresOf(sequence));
  });
  while (!other->Contended()) std::this_thread::yield();
  EXPECT_TRUE(device.passes().empty());
  other->Release();
  device.AwaitHeld();
  for (int i = 0; i < 3; ++i) {
    other->Acquire(LeaseClass::kPrefill);  // the pass is not over
    EXPECT_EQ(device.passes().size(), 1u);
    other->Release();
  }
  device.Release();
  pass.join();
  EXPECT_GE(hooks, 3);
  other->Acquire(LeaseClass::kPrefill);  // the pass has given it back
}

}  // namespace
}  // namespace ferro
