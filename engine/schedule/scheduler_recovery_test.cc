// A device that fails while requests run: who is told what, and what serves the next.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "base/error_detail.h"
#include "base/status_testing.h"
#include "engine/schedule/scheduler.h"
#include "engine/schedule/scheduler_testing.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

class SchedulerRecoveryTest : public SchedulerFixture, public ::testing::WithParamInterface<GreedyChoice> {
 protected:
  // The first model loses its device in pass number `pass`; `spare` takes over, or an error if it is null.
  void Start(int slots, int pass, const absl::Status& failure, std::unique_ptr<FakeModel> spare) {
    spare_ = std::move(spare);
    auto first = NewModel(GetParam(), slots, /*context=*/64);
    first->LoseDevice(pass, failure);
    SchedulerOptions options;
    options.recover = [this](const absl::Status& status) -> absl::StatusOr<CausalModel*> {
      reported_.push_back(status);
      if (spare_ == nullptr) return absl::ResourceExhaustedError("nothing left to run on");
      return spare_.get();
    };
    StartWith(std::move(first), std::move(options));
  }

  static void ExpectDeviceFailed(const RecordingSink& sink, const std::string& why) {
    EXPECT_EQ(sink.ends(), 1);
    EXPECT_EQ(sink.error().code(), absl::StatusCode::kUnavailable);
    EXPECT_EQ(sink.error().message(), "the device failed: " + why + "; retry");
    EXPECT_EQ(DetailOf(sink.error()).reason, kReasonDeviceFailed);
    EXPECT_GT(DetailOf(sink.error()).retry_after_s, 0);
  }

  ~SchedulerRecoveryTest() override { scheduler_.reset(); }  // its thread uses the spare model

  std::unique_ptr<FakeModel> spare_;
  std::vector<absl::Status> reported_;
};
INSTANTIATE_TEST_SUITE_P(, SchedulerRecoveryTest,
                         ::testing::Values(GreedyChoice::kHost, GreedyChoice::kDevice, GreedyChoice::kAhead),
                         [](const auto& info) { return Name(info.param); });

TEST_P(SchedulerRecoveryTest, RunningStreamsEndAndTheQueueGoesOnElsewhere) {
  for (const absl::Status& failure : {absl::UnavailableError("lost"), absl::ResourceExhaustedError("no memory"),
                                      absl::InternalError("a kernel died")}) {
    for (const int pass : {2, 5}) {  // the second request joins after the first pass at the earliest
      reported_.clear();
      auto spare = NewModel(GetParam(), /*slots=*/2, /*context=*/64);
      spare->Script(Bytes("queued"), {'y', 'e', 's', kEndToken});
      Start(/*slots=*/2, pass, failure, std::move(spare));
      model_->Hold();
      const auto first = Submit(Request("aaa"));
      const auto second = Submit(Request("b"));
      const auto queued = Submit(Request("queued"));
      model_->Release();
      for (const auto& sink : {first, second, queued}) sink->AwaitEnd();
      ExpectDeviceFailed(*first, std::string(failure.message()));
      ExpectDeviceFailed(*second, std::string(failure.message()));
      EXPECT_EQ(queued->content(), "yes");
      EXPECT_THAT(reported_, ::testing::ElementsAre(failure));
      EXPECT_OK(scheduler_->Health());
      EXPECT_EQ(scheduler_->Stats().finished.at("error"), 2);
      const auto later = Submit(Request("c", 3));
      later->AwaitEnd();
      EXPECT_OK(later->error());
    }
  }
}

TEST_P(SchedulerRecoveryTest, ADeviceThatFailsAtOnceIsReplacedToo) {
  for (const int pass : {0, 1}) {
    Start(/*slots=*/1, pass, absl::UnavailableError("lost"), NewModel(GetParam(), /*slots=*/1, /*context=*/64));
    const auto lost = Submit(Request("a"));
    const auto served = Submit(Request("b", 3));
    lost->AwaitEnd();
    served->AwaitEnd();
    ExpectDeviceFailed(*lost, "lost");
    EXPECT_EQ(served->tokens().size(), 3u);
  }
}

TEST_P(SchedulerRecoveryTest, WithoutAnotherDeviceEverythingIsRefused) {
  Start(/*slots=*/1, /*pass=*/2, absl::UnavailableError("lost"), nullptr);
  model_->Hold();
  const auto running = Submit(Request("a"));
  const auto queued = Submit(Request("b"));
  model_->Release();
  running->AwaitEnd();
  queued->AwaitEnd();
  ExpectDeviceFailed(*running, "lost");
  EXPECT_EQ(queued->error().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(queued->error().message()), HasSubstr("nothing left to run on"));
  EXPECT_EQ(DetailOf(queued->error()).reason, kReasonDeviceFailed);
  EXPECT_EQ(scheduler_->Health(), queued->error());
  EXPECT_EQ(scheduler_->Submit(Request("c"), std::make_shared<RecordingSink>()).status(), queued->error());
  EXPECT_EQ(reported_.size(), 1u);
  AwaitIdle();
}

TEST_P(SchedulerRecoveryTest, AModelOfAnotherShapeIsNotTaken) {
  Start(/*slots=*/2, /*pass=*/0, absl::UnavailableError("lost"), NewModel(GetParam(), /*slots=*/3, /*context=*/64));
  const auto sink = Submit(Request("a"));
  sink->AwaitEnd();
  while (scheduler_->Health().ok()) std::this_thread::yield();
  EXPECT_THAT(std::string(scheduler_->Health().message()), HasSubstr("another shape"));
}

// A step that breaks the model's rules is a bug, not a failure of the device: nobody else is told.
TEST_P(SchedulerRecoveryTest, AnErrorOfTheModelIsNoneOfTheDevice) {
  Start(/*slots=*/2, /*pass=*/1000, absl::UnavailableError("lost"), nullptr);
  model_->FailPass(0, absl::InvalidArgumentError("bad step"));
  const auto sink = Submit(Request("a"));
  sink->AwaitEnd();
  EXPECT_EQ(sink->error().code(), absl::StatusCode::kInternal);
  const auto later = Submit(Request("c", 3));
  later->AwaitEnd();
  EXPECT_OK(later->error());
  EXPECT_TRUE(reported_.empty());
}

}  // namespace
}  // namespace ferro
