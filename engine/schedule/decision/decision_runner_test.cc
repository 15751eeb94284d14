#include "engine/schedule/decision/decision_runner.h"

#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "absl/time/clock.h"
#include "base/error_detail.h"
#include "base/status_testing.h"
#include "engine/schedule/decision/fake_scorer.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using End = std::future<absl::StatusOr<DecisionScores>>;

class DecisionRunnerTest : public ::testing::Test {
 protected:
  ~DecisionRunnerTest() override { scorer_.Release(); }

  void Start(RunnerOptions<DecisionScorer> options = {}) {
    runner_ = std::make_unique<DecisionRunner>(scorer_, options);
  }

  // Questions of these lengths, two options each; their tokens differ from those of every other request.
  DecisionWorkPtr Work(const std::vector<int>& lengths, End& end, absl::Time deadline = absl::InfiniteFuture()) {
    auto promise = std::make_shared<std::promise<absl::StatusOr<DecisionScores>>>();
    end = promise->get_future();
    auto work = std::make_unique<DecisionWork>();
    for (const int length : lengths) {
      DecisionPrompt& prompt = work->prompts.emplace_back();
      prompt.tokens.assign(length, ++token_);
      prompt.markers = {0, length - 1};
    }
    work->deadline = deadline;
    work->done = [promise](absl::StatusOr<DecisionScores> scores) { promise->set_value(std::move(scores)); };
    return work;
  }
  End Ask(const std::vector<int>& lengths, absl::Time deadline = absl::InfiniteFuture()) {
    End end;
    const absl::StatusOr<DecisionId> id = runner_->Submit(Work(lengths, end, deadline));
    EXPECT_OK(id);
    last_id_ = id.value_or(0);
    return end;
  }
  // Has the device busy with a request of its own until Release.
  End AskAndHold() {
    scorer_.Hold();
    End end = Ask({7});
    scorer_.AwaitHeld();
    return end;
  }

  FakeScorer scorer_;
  std::unique_ptr<DecisionRunner> runner_;
  DecisionId last_id_ = 0;
  int32_t token_ = 0;
};

TEST_F(DecisionRunnerTest, ALoneRequestRunsAtOnce) {
  Start();
  ASSERT_OK_AND_ASSIGN(const DecisionScores scores, Ask({5, 9}).get());
  EXPECT_THAT(scorer_.passes(), ElementsAre(ElementsAre(5, 9)));
  ASSERT_EQ(scores.scores.size(), 2u);
  const std::vector<int32_t> tokens(9, 2);
  const std::vector<int> markers = {0, 8};
  EXPECT_EQ(scores.scores[1], FakeScorer::ScoresOf({tokens, markers, DecisionType::kNoul}));
}

TEST_F(DecisionRunnerTest, WhatComesDuringAPassIsJoined) {
  Start({.batch_tokens = 20, .queue_depth = 64, .recover = nullptr});
  End first = AskAndHold();
  End second = Ask({8, 8, 8}), third = Ask({4});
  EXPECT_EQ(runner_->Stats().queue_length, 2);
  scorer_.Release();
  EXPECT_OK(first.get());
  EXPECT_OK(second.get());
  EXPECT_OK(third.get());
  EXPECT_THAT(scorer_.passes(), ElementsAre(ElementsAre(7), ElementsAre(8, 8, 4), ElementsAre(8)));
}

TEST_F(DecisionRunnerTest, CancelledWhileItWaits) {
  Start();
  End first = AskAndHold();
  End second = Ask({8});
  runner_->Cancel(last_id_);
  EXPECT_EQ(second.get().status().code(), absl::StatusCode::kCancelled) << "at once, while the device is busy";
  EXPECT_EQ(runner_->Stats().cancelled["queue"], 1);
  scorer_.Release();
  EXPECT_OK(first.get());
  runner_->Cancel(last_id_);  // no effect
}

TEST_F(DecisionRunnerTest, CancelledInItsPass) {
  Start();
  End first = AskAndHold();
  runner_->Cancel(last_id_);
  EXPECT_EQ(first.get().status().code(), absl::StatusCode::kCancelled) << "the pass ends, though it is held";
  EXPECT_EQ(runner_->Stats().cancelled["pass"], 1);
  scorer_.Release();
  EXPECT_OK(Ask({3}).get());
}

TEST_F(DecisionRunnerTest, APassGoesOnForTheOthersInIt) {
  Start();
  End first = AskAndHold();
  End left = Ask({8});
  const DecisionId left_id = last_id_;
  End stays = Ask({9});
  runner_->Cancel(1);  // the held pass ends, and the next one, with both, is held
  EXPECT_EQ(first.get().status().code(), absl::StatusCode::kCancelled);
  scorer_.AwaitHeld();
  runner_->Cancel(left_id);
  scorer_.Release();
  EXPECT_EQ(left.get().status().code(), absl::StatusCode::kCancelled);
  EXPECT_OK(stays.get());
  EXPECT_THAT(scorer_.passes(), ElementsAre(ElementsAre(7), ElementsAre(8, 9)));
}

TEST_F(DecisionRunnerTest, DeadlinesEndWhatWaitsAndWhatRuns) {
  Start();
  scorer_.Hold();
  End running = Ask({7}, absl::Now() + absl::Milliseconds(20));
  scorer_.AwaitHeld();
  End waiting = Ask({8}, absl::Now() - absl::Milliseconds(1));
  EXPECT_EQ(running.get().status().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(waiting.get().status().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_THAT(scorer_.passes(), ElementsAre(ElementsAre(7)));
}

TEST_F(DecisionRunnerTest, AFullQueueRefusesWithATimeToRetry) {
  Start({.batch_tokens = 4096, .queue_depth = 1, .recover = nullptr});
  End first = AskAndHold();
  End second = Ask({8}), third;
  const absl::Status refused = runner_->Submit(Work({9}, third)).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(DetailOf(refused).reason, kReasonQueueFull);
  EXPECT_GE(DetailOf(refused).retry_after_s, 1);
  EXPECT_EQ(runner_->Refusal(), refused);
  scorer_.Release();
  EXPECT_OK(first.get());
  EXPECT_OK(second.get());
  EXPECT_OK(runner_->Refusal());
  EXPECT_EQ(runner_->Refusal(absl::InfinitePast()).code(), absl::StatusCode::kDeadlineExceeded);
}

TEST_F(DecisionRunnerTest, DrainFinishesWhatItHas) {
  Start();
  End first = AskAndHold();
  End second = Ask({8});
  runner_->Drain(absl::Hours(1));
  EXPECT_EQ(DetailOf(runner_->Refusal()).reason, kReasonDraining);
  EXPECT_FALSE(runner_->Idle());
  scorer_.Release();
  EXPECT_OK(first.get());
  EXPECT_OK(second.get());
}

TEST_F(DecisionRunnerTest, TheGraceEndsWhatRunsAndWaits) {
  Start();
  End first = AskAndHold();
  End second = Ask({8});
  runner_->Drain(absl::ZeroDuration());
  EXPECT_EQ(DetailOf(first.get().status()).reason, kReasonDraining);
  EXPECT_EQ(DetailOf(second.get().status()).reason, kReasonDraining);
}

TEST_F(DecisionRunnerTest, DestructionEndsEverything) {
  Start();
  End first = AskAndHold();
  End second = Ask({8});
  runner_.reset();
  EXPECT_EQ(first.get().status().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(second.get().status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(DecisionRunnerTest, AFailedDeviceIsReplaced) {
  FakeScorer spare;
  std::optional<absl::Status> seen;
  RunnerOptions<DecisionScorer> options;
  options.recover = [&](const absl::Status& failure) -> absl::StatusOr<DecisionScorer*> {
    seen = failure;
    return &spare;
  };
  Start(options);
  scorer_.FailPass(0, absl::UnavailableError("lost"));
  End first = AskAndHold();
  End second = Ask({8});
  scorer_.Release();
  const absl::Status failed = first.get().status();
  EXPECT_EQ(failed.message(), "the device failed: lost; retry");
  EXPECT_EQ(DetailOf(failed).reason, kReasonDeviceFailed);
  EXPECT_OK(second.get()) << "it was not on the device";
  EXPECT_EQ(seen, absl::UnavailableError("lost"));
  EXPECT_THAT(spare.passes(), ElementsAre(ElementsAre(8)));
  EXPECT_OK(runner_->Health());
  runner_.reset();  // before the spare
}

TEST_F(DecisionRunnerTest, ADeviceThatIsGoneRefusesEverything) {
  RunnerOptions<DecisionScorer> options;
  options.recover = [](const absl::Status&) { return absl::UnavailableError("gone for good"); };
  Start(options);
  scorer_.FailPass(0, absl::InternalError("lost"));
  End first = AskAndHold();
  End second = Ask({8});
  scorer_.Release();
  EXPECT_EQ(DetailOf(first.get().status()).reason, kReasonDeviceFailed);
  EXPECT_THAT(std::string(second.get().status().message()), HasSubstr("gone for good"));
  EXPECT_THAT(std::string(runner_->Health().message()), HasSubstr("gone for good"));
  EXPECT_EQ(runner_->Refusal(), runner_->Health());
}

TEST_F(DecisionRunnerTest, AModelErrorIsNoDeviceFailure) {
  RunnerOptions<DecisionScorer> options;
  options.recover = [](const absl::Status&) { return absl::UnavailableError("must not be asked"); };
  Start(options);
  scorer_.FailPass(0, absl::InvalidArgumentError("a token"));
  EXPECT_EQ(Ask({7}).get().status().code(), absl::StatusCode::kInternal);
  EXPECT_OK(Ask({7}).get());
}

TEST_F(DecisionRunnerTest, CountsWhatItDid) {
  Start();
  EXPECT_OK(Ask({5, 9}).get());
  const PassStats stats = runner_->Stats();
  EXPECT_EQ(stats.passes, 1);
  EXPECT_EQ(stats.tokens, 14);
  EXPECT_EQ(stats.batch_sequences.sum(), 2);
  EXPECT_EQ(stats.batch_tokens.sum(), 14);
  EXPECT_EQ(stats.finished.at("done"), 1);
}

}  // namespace
}  // namespace ferro
