// A device with a queue, one step in flight: what is enqueued when, and what becomes of steps that nobody needs.
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/status_testing.h"
#include "engine/schedule/scheduler.h"
#include "engine/schedule/scheduler_testing.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

class SchedulerAheadTest : public SchedulerFixture {
 protected:
  void Start(int slots = 1, int context = 64, GreedyChoice choice = GreedyChoice::kAhead) {
    SchedulerOptions options;
    options.prefill_slice_tokens = 8;
    options.queue_depth = 1000;
    StartWith(NewModel(choice, slots, context), options);
  }

  // (prompt rows, decode rows) of every pass so far.
  std::vector<std::pair<int, int>> Passes() const {
    std::vector<std::pair<int, int>> rows;
    for (const FakeModel::PassRecord& pass : model_->passes()) rows.push_back({pass.prefill_rows, pass.decode_rows});
    return rows;
  }
};

TEST_F(SchedulerAheadTest, TheNextStepIsEnqueuedBeforeTheTokensOfTheLastAreRead) {
  Start(/*slots=*/2);
  model_->Hold();
  const auto first = Submit(Request("a", 5));
  model_->AwaitBlocked();
  EXPECT_THAT(Passes(), ElementsAre(Pair(1, 0), Pair(0, 1)));
  const auto second = Submit(Request("pp", 1));  // joins behind what is enqueued
  model_->Allow(1);
  first->AwaitDeltas(1);
  model_->AwaitBlocked();
  EXPECT_THAT(Passes(), ElementsAre(Pair(1, 0), Pair(0, 1), Pair(2, 1)));
  EXPECT_EQ(first->tokens().size(), 1u);
  model_->Release();
  first->AwaitEnd();
  second->AwaitEnd();
  EXPECT_EQ(first->tokens().size(), 5u);
}

TEST_F(SchedulerAheadTest, NothingIsEnqueuedPastTheLastTokenThatIsAllowed) {
  for (const int max_tokens : {0, 1, 2, 7}) {
    Start();
    const auto sink = Submit(Request("a", max_tokens));
    sink->AwaitEnd();
    AwaitIdle();
    EXPECT_EQ(Passes().size(), static_cast<size_t>(std::max(1, max_tokens)));
  }
  Start(/*slots=*/1, /*context=*/8);
  const auto sink = Submit(Request("12345"));
  sink->AwaitEnd();
  EXPECT_EQ(Passes().size(), 3u) << "a slot of eight positions has room for a reply of three";
}

TEST_F(SchedulerAheadTest, AStepPastTheEndIsDropped) {
  Start();
  Script("q", "abc");
  ReplyOptions stop_at_b;
  stop_at_b.stop = {"b"};
  for (int round = 0; round < 3; ++round) {  // the slot is used again
    const auto ended = Submit(Request("q"));
    ended->AwaitEnd();
    const auto stopped = Submit(Request("q", -1, stop_at_b));
    stopped->AwaitEnd();
    EXPECT_EQ(ended->content(), "abc");
    EXPECT_EQ(ended->tokens().size(), 4u);
    EXPECT_EQ(stopped->content(), "a");
    EXPECT_EQ(stopped->tokens().size(), 2u);
  }
  EXPECT_EQ(Passes().size(), 3u * (5 + 3)) << "one more than tokens for each reply";
  EXPECT_EQ(scheduler_->Stats().generated_tokens, 3 * (4 + 2)) << "what nobody gets is not counted";
}

TEST_F(SchedulerAheadTest, ACancelledStreamFreesItsSlotWithinAStep) {
  Start();
  Script("next", "fine");
  model_->Hold();
  RequestId id;
  const auto sink = Submit(Request("p"), &id);
  const auto next = Submit(Request("next", 2));
  model_->Allow(2);
  sink->AwaitDeltas(2);
  model_->AwaitBlocked();  // for the third step; the fourth is enqueued
  scheduler_->Cancel(id);
  model_->Allow(1);
  sink->AwaitEnd();
  EXPECT_EQ(sink->error().code(), absl::StatusCode::kCancelled);
  model_->Release();
  next->AwaitEnd();
  EXPECT_EQ(next->content(), "fi");
  EXPECT_EQ(scheduler_->Stats().cancelled.at("decode"), 1);
}

// Greedy and sampled requests with stop texts and stop tokens join and leave at random, some are cancelled: whoever
// chooses the tokens, the replies are those that a request gets alone.
TEST_F(SchedulerAheadTest, RepliesDoNotDependOnWhoChoosesNorOnCompany) {
  constexpr int kRequests = 80;
  const auto request = [&](int i) {
    ReplyOptions reply;
    if (i % 7 == 0) reply.stop = {std::string(1, static_cast<char>('a' + i % 26))};
    GenerationRequest made =
        Request(std::string(i % 21 + 1, static_cast<char>('a' + i % 26)), i % 19, std::move(reply));
    if (i % 5 == 0) made.stop_token_ids = {i, i + 1, i + 100, 200};
    if (i % 4 == 0) made.sampling.temperature = 1;
    if (i % 6 == 0) made.sampling.repetition_penalty = 1.3;
    made.sampling.seed = i;
    return made;
  };
  std::vector<std::vector<int32_t>> alone;
  Start(/*slots=*/1, /*context=*/64, GreedyChoice::kHost);
  for (int i = 0; i < kRequests; ++i) {
    const auto sink = Submit(request(i));
    sink->AwaitEnd();
    alone.push_back(sink->tokens());
  }
  for (const GreedyChoice choice : {GreedyChoice::kHost, GreedyChoice::kDevice, GreedyChoice::kAhead}) {
    std::mt19937 random(5);
    Start(/*slots=*/4, /*context=*/64, choice);
    std::vector<std::shared_ptr<RecordingSink>> sinks;
    std::vector<bool> cancelled(kRequests);
    for (int i = 0; i < kRequests; ++i) {
      RequestId id;
      sinks.push_back(Submit(request(i), &id));
      if (random() % 3 == 0) sinks[random() % sinks.size()]->AwaitEnd();
      if (random() % 6 == 0) {
        scheduler_->Cancel(id);
        cancelled[i] = true;
      }
    }
    scheduler_->Drain(absl::InfiniteDuration());
    for (int i = 0; i < kRequests; ++i) {
      sinks[i]->AwaitEnd();
      std::vector<int32_t> tokens = sinks[i]->tokens();
      ASSERT_LE(tokens.size(), alone[i].size());
      if (cancelled[i] && !sinks[i]->error().ok()) tokens.resize(alone[i].size(), -1);
      for (size_t t = 0; t < tokens.size() && tokens[t] >= 0; ++t)
        EXPECT_EQ(tokens[t], alone[i][t]) << i << " at " << t;
      EXPECT_EQ(tokens.size(), alone[i].size()) << i;
    }
  }
}

TEST_F(SchedulerAheadTest, StepsThatOverlapAreNotCountedTwice) {
  Start();
  model_->Hold();
  const Clock::time_point begin = Clock::now();
  const auto sink = Submit(Request("a", 30));
  std::thread device([&] {
    while (!sink->ended()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      model_->Allow(1);
    }
  });
  sink->AwaitEnd();
  const double seconds = SecondsBetween(begin, Clock::now());
  device.join();
  const SchedulerStats stats = scheduler_->Stats();
  EXPECT_EQ(stats.generated_tokens, 30);
  EXPECT_LE(stats.prefill_seconds + stats.decode_seconds, seconds);
  EXPECT_GE(stats.prefill_seconds + stats.decode_seconds, seconds / 2);  // the device was busy all the time
}

}  // namespace
}  // namespace ferro
