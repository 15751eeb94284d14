#include "engine/schedule/scheduler.h"

#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_testing.h"
#include "engine/schedule/scheduler_testing.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Whoever chooses the tokens, and however far ahead the device is, the replies are the same.
class SchedulerTest : public SchedulerFixture, public ::testing::WithParamInterface<GreedyChoice> {
 protected:
  void Start(int slots = 2, int context = 64, int queue_depth = 8, int slice = 8) {
    SchedulerOptions options;
    options.queue_depth = queue_depth;
    options.prefill_slice_tokens = slice;
    StartWith(NewModel(GetParam(), slots, context), options);
  }
};
INSTANTIATE_TEST_SUITE_P(, SchedulerTest,
                         ::testing::Values(GreedyChoice::kHost, GreedyChoice::kDevice, GreedyChoice::kAhead),
                         [](const auto& info) { return Name(info.param); });

// Where every step is read before the next, so that steps can be counted. (scheduler_ahead_test.cc has the rest.)
class SteppedSchedulerTest : public SchedulerTest {};
INSTANTIATE_TEST_SUITE_P(, SteppedSchedulerTest, ::testing::Values(GreedyChoice::kHost, GreedyChoice::kDevice),
                         [](const auto& info) { return Name(info.param); });

TEST_P(SchedulerTest, AnswersUntilTheEndToken) {
  Start();
  Script("hello", "world");
  const auto sink = Submit(Request("hello"));
  sink->AwaitEnd();
  EXPECT_EQ(sink->content(), "world");
  ASSERT_TRUE(sink->finished());
  EXPECT_EQ(sink->finished()->reason, FinishReason::kStop);
  EXPECT_EQ(sink->finished()->usage.prompt_tokens, 5);
  EXPECT_EQ(sink->finished()->usage.completion_tokens, 6) << "the end token counts";
  EXPECT_EQ(sink->tokens().back(), kEndToken);
  EXPECT_EQ(sink->started()->prompt_tokens, 5);
  EXPECT_TRUE(scheduler_->Idle()) << "the slot is free before the caller hears the end";
}

TEST_P(SchedulerTest, StopsAtStopTextsAndStopTokens) {
  Start();
  Script("q", "one two three");
  ReplyOptions options;
  options.stop = {"two"};
  const auto text = Submit(Request("q", -1, options));
  GenerationRequest request = Request("q");
  request.stop_token_ids = {'w'};
  const auto token = Submit(std::move(request));
  text->AwaitEnd();
  token->AwaitEnd();
  EXPECT_EQ(text->content(), "one ");
  EXPECT_EQ(text->finished()->stop_text, "two");
  EXPECT_EQ(text->finished()->reason, FinishReason::kStop);
  EXPECT_EQ(text->finished()->usage.completion_tokens, 7);
  EXPECT_EQ(token->content(), "one t");
  EXPECT_EQ(token->finished()->reason, FinishReason::kStop);
}

TEST_P(SchedulerTest, CallsOfToolsAreAnEndOfTheirOwn) {
  Start();
  const std::string reply = absl::StrCat("Look: ", kToolCallStart, "[f(a=1)]", kToolCallEnd);
  Script("q", reply);
  ReplyOptions options;
  options.tool_calls.emplace();
  const auto whole = Submit(Request("q", -1, options));
  const auto cut = Submit(Request("q", static_cast<int>(reply.size()), options));
  whole->AwaitEnd();
  cut->AwaitEnd();
  EXPECT_EQ(whole->finished()->reason, FinishReason::kToolCalls);
  EXPECT_EQ(whole->content(), "Look:");
  ASSERT_EQ(whole->calls().size(), 1u);
  EXPECT_EQ(whole->calls()[0].arguments, R"({"a":1})");
  EXPECT_EQ(cut->finished()->reason, FinishReason::kLength) << "more might have come";
  EXPECT_EQ(cut->calls().size(), 1u);
}

TEST_P(SchedulerTest, MaxTokens) {
  Start();
  Script("q", "abcdef");
  const auto three = Submit(Request("q", 3));
  const auto none = Submit(Request("q", 0));
  three->AwaitEnd();
  none->AwaitEnd();
  EXPECT_EQ(three->content(), "abc");
  EXPECT_EQ(three->finished()->reason, FinishReason::kLength);
  EXPECT_EQ(none->content(), "");
  EXPECT_EQ(none->finished()->reason, FinishReason::kLength);
  EXPECT_EQ(none->finished()->usage.completion_tokens, 0);
}

TEST_P(SchedulerTest, AReasoningBeyondItsBudgetIsClosed) {
  Start();
  ReplyOptions options;
  options.reasoning = ReasoningFormat::kDeepseek;
  for (const bool opened : {false, true}) {
    std::vector<int32_t> said = Bytes("abcd");
    if (!opened) said.insert(said.begin(), kThinkToken);
    const std::string prompt = opened ? "p" : "q";
    model_->Script(Bytes(prompt), said);
    said.resize(3);
    said.push_back(kEndThinkToken);
    std::vector<int32_t> history = Bytes(prompt);
    history.insert(history.end(), said.begin(), said.end());
    model_->Script(history, {'o', 'k', kEndToken});
    options.opened_reasoning = opened ? "<think>" : "";
    GenerationRequest request = Request(prompt, -1, options);
    request.thinking_budget = 3;
    request.closing_tokens = {kEndThinkToken};
    const auto sink = Submit(std::move(request));
    sink->AwaitEnd();
    EXPECT_EQ(sink->reasoning(), opened ? "abc" : "ab");
    EXPECT_EQ(sink->content(), "ok");
    EXPECT_EQ(sink->finished()->usage.reasoning_tokens, 4);
  }
}

TEST_P(SchedulerTest, AFullContextEndsTheReply) {
  Start(/*slots=*/1, /*context=*/8);
  Script("12345", "abcdefgh");
  const auto sink = Submit(Request("12345"));
  sink->AwaitEnd();
  EXPECT_EQ(sink->content(), "abc") << "prompt and reply together are the context";
  EXPECT_EQ(sink->finished()->reason, FinishReason::kLength);
}

TEST_P(SchedulerTest, RefusesWhatCannotRun) {
  Start(/*slots=*/1, /*context=*/8);
  const auto submit = [&](GenerationRequest request) {
    return scheduler_->Submit(std::move(request), std::make_shared<RecordingSink>()).status();
  };
  const absl::Status full = submit(Request("12345678"));
  EXPECT_EQ(full.code(), absl::StatusCode::kOutOfRange);
  EXPECT_THAT(std::string(full.message()), HasSubstr("maximum context length is 8 tokens"));
  EXPECT_EQ(DetailOf(full).reason, kReasonContextExceeded);
  EXPECT_EQ(DetailOf(full).prompt_tokens, 8);
  EXPECT_EQ(DetailOf(full).context_tokens, 8);
  EXPECT_EQ(submit(Request("")).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(DetailOf(submit(Request("1", -2))).param, "max_tokens");
  GenerationRequest outside = Request("1");
  outside.prompt = {kVocabulary};
  EXPECT_EQ(submit(std::move(outside)).code(), absl::StatusCode::kInvalidArgument);
}

TEST_P(SteppedSchedulerTest, AStepIsAllDecodingStreamsAndOneSlice) {
  Start(/*slots=*/3, /*context=*/64, /*queue_depth=*/8, /*slice=*/8);
  Script("a", std::string(20, 'x'));
  model_->Hold();
  const auto first = Submit(Request("a"));
  model_->AwaitBlocked();
  const auto second = Submit(Request(std::string(20, 'p'), 1));
  const auto third = Submit(Request("qq", 1));
  model_->Release();
  first->AwaitEnd();
  second->AwaitEnd();
  third->AwaitEnd();
  std::vector<std::pair<int, int>> rows;
  for (const FakeModel::PassRecord& pass : model_->passes()) rows.push_back({pass.prefill_rows, pass.decode_rows});
  rows.resize(5);
  // 20 prompt tokens are two slices of 8 and the rest; what is left of that slice goes to the next prompt.
  EXPECT_THAT(rows, ElementsAre(std::pair(1, 0), std::pair(8, 1), std::pair(8, 1), std::pair(6, 1), std::pair(0, 1)));
  // One, two, two and three sequences, then the first alone; 1, 9, 9 and 7 tokens, then one a step.
  const SchedulerStats stats = scheduler_->Stats();
  EXPECT_EQ(stats.steps, 21);
  EXPECT_THAT(stats.batch_rows.counts(), ElementsAre(18, 2, 1, 0, 0, 0, 0, 0));
  EXPECT_EQ(stats.batch_rows.sum(), 18 * 1 + 2 * 2 + 3);
  EXPECT_THAT(absl::MakeSpan(stats.batch_tokens.counts()).first(6), ElementsAre(18, 0, 0, 1, 2, 0));
  EXPECT_EQ(stats.batch_tokens.sum(), 18 + 9 + 9 + 7);
}

// Random replies (seeded), random lengths, joining at random moments: each equals the reply that it gets alone.
TEST_P(SchedulerTest, AloneIsInCompany) {
  std::mt19937 random(11);
  const auto request = [&](int i) {
    GenerationRequest made = Request(std::string(i % 13 + 1, static_cast<char>('a' + i % 26)), i % 17 + 1);
    made.sampling.temperature = i % 3 == 0 ? 0 : 1;
    made.sampling.seed = i;
    return made;
  };
  constexpr int kRequests = 60;
  std::vector<std::vector<int32_t>> alone;
  Start(/*slots=*/1);
  for (int i = 0; i < kRequests; ++i) {
    const auto sink = Submit(request(i));
    sink->AwaitEnd();
    alone.push_back(sink->tokens());
  }
  scheduler_.reset();
  Start(/*slots=*/4, /*context=*/64, /*queue_depth=*/kRequests, /*slice=*/5);
  std::vector<std::shared_ptr<RecordingSink>> sinks;
  for (int i = 0; i < kRequests; ++i) {
    sinks.push_back(Submit(request(i)));
    if (random() % 3 == 0) sinks[random() % sinks.size()]->AwaitEnd();
  }
  for (int i = 0; i < kRequests; ++i) {
    sinks[i]->AwaitEnd();
    EXPECT_EQ(sinks[i]->tokens(), alone[i]) << i;
  }
}

TEST_P(SchedulerTest, SlotsAreGivenFirstComeFirstServed) {
  Start(/*slots=*/1);
  model_->Hold();
  std::vector<std::shared_ptr<RecordingSink>> sinks;
  for (int i = 0; i < 4; ++i) sinks.push_back(Submit(Request("a", 1)));
  for (int i = 0; i < 4; ++i) {
    model_->Allow(1);
    sinks[i]->AwaitEnd();
    for (int later = i + 1; later < 4; ++later) EXPECT_FALSE(sinks[later]->ended());
  }
}

// The bound does not depend on whether the thread has already taken the first of them over.
TEST_P(SchedulerTest, TheQueueDepthCountsWhatWaitsBeyondFreeSlots) {
  for (int i = 0; i < 50; ++i) {
    Start(/*slots=*/2, /*context=*/64, /*queue_depth=*/1);
    model_->Hold();
    std::vector<std::shared_ptr<RecordingSink>> sinks;
    for (int request = 0; request < 3; ++request) sinks.push_back(Submit(Request("a", 1)));
    const auto full = scheduler_->Submit(Request("a", 1), std::make_shared<RecordingSink>());
    EXPECT_EQ(full.status().code(), absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(scheduler_->Stats().queue_length, 1);
    model_->Release();
    for (const auto& sink : sinks) sink->AwaitEnd();
  }
}

TEST_P(SchedulerTest, AFullQueueRefusesWithATimeToRetry) {
  Start(/*slots=*/1, /*context=*/64, /*queue_depth=*/2);
  model_->Hold();
  std::vector<std::shared_ptr<RecordingSink>> sinks = {Submit(Request("a", 1))};
  model_->AwaitBlocked();
  sinks.push_back(Submit(Request("a", 1)));
  RequestId last;
  sinks.push_back(Submit(Request("a", 1), &last));
  EXPECT_EQ(scheduler_->Stats().queue_length, 2);
  const absl::Status full = scheduler_->Submit(Request("a", 1), std::make_shared<RecordingSink>()).status();
  EXPECT_EQ(full.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(DetailOf(full).reason, kReasonQueueFull);
  EXPECT_GE(DetailOf(full).retry_after_s, 1);
  scheduler_->Cancel(last);
  sinks.push_back(Submit(Request("a", 1)));  // cancelling in the queue makes room at once
  model_->Release();
  for (const auto& sink : sinks) sink->AwaitEnd();
  EXPECT_EQ(sinks[2]->error().code(), absl::StatusCode::kCancelled);
  EXPECT_FALSE(sinks[2]->started());
}

TEST_P(SteppedSchedulerTest, CancellingInAnyPhaseFreesTheSlotWithinAStep) {
  Start(/*slots=*/1, /*context=*/64, /*queue_depth=*/8, /*slice=*/4);
  for (const int passes_before : {0, 2, 6}) {  // of the 16 prompt tokens: none, two slices; two reply tokens
    model_->Hold();
    RequestId id;
    const auto sink = Submit(Request(std::string(16, 'p')), &id);
    const auto next = Submit(Request("n", 1));
    for (int i = 0; i < passes_before; ++i) {
      model_->AwaitBlocked();
      const size_t passes = model_->passes().size();
      model_->Allow(1);
      while (model_->passes().size() == passes) std::this_thread::yield();
    }
    model_->AwaitBlocked();
    scheduler_->Cancel(id);
    scheduler_->Cancel(id);  // harmless
    model_->Allow(1);        // the step that runs already
    sink->AwaitEnd();
    EXPECT_EQ(sink->error().code(), absl::StatusCode::kCancelled);
    EXPECT_EQ(sink->ends(), 1);
    model_->Allow(1);  // the very next step is the other request's
    next->AwaitEnd();
    EXPECT_OK(next->error());
    model_->Release();
    scheduler_->Cancel(id);  // ended long ago
  }
  const SchedulerStats stats = scheduler_->Stats();
  EXPECT_EQ(stats.cancelled.at("prefill"), 2);
  EXPECT_EQ(stats.cancelled.at("decode"), 1);
  EXPECT_EQ(stats.finished.at("cancelled"), 3);
}

TEST_P(SchedulerTest, AModelErrorEndsItsStreamsOnly) {
  Start(/*slots=*/2);
  model_->FailPass(1, absl::InvalidArgumentError("device lost"));
  const auto sink = Submit(Request("a", 5));
  sink->AwaitEnd();
  EXPECT_EQ(sink->error().code(), absl::StatusCode::kInternal) << "no fault of the request";
  EXPECT_THAT(std::string(sink->error().message()), HasSubstr("device lost"));
  const auto after = Submit(Request("a", 5));
  after->AwaitEnd();
  EXPECT_OK(after->error());
  EXPECT_EQ(scheduler_->Stats().finished.at("error"), 1);
}

TEST_P(SchedulerTest, LogitsWithoutANumberEndOneStreamOnly) {
  Start(/*slots=*/2);
  Script("good", "fine");
  model_->Break(Bytes("bad"));
  const auto bad = Submit(Request("bad", 5));
  const auto good = Submit(Request("good"));
  bad->AwaitEnd();
  good->AwaitEnd();
  EXPECT_EQ(bad->error().code(), absl::StatusCode::kInternal);
  EXPECT_EQ(good->content(), "fine");
}

TEST_P(SchedulerTest, DrainFinishesWhatRunsAndRefusesTheRest) {
  Start(/*slots=*/1);
  Script("q", "answer");
  model_->Hold();
  const auto running = Submit(Request("q"));
  const auto queued = Submit(Request("q"));
  scheduler_->Drain(absl::InfiniteDuration());
  const absl::Status refused = scheduler_->Submit(Request("q"), std::make_shared<RecordingSink>()).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(DetailOf(refused).reason, kReasonDraining);
  EXPECT_TRUE(scheduler_->Stats().draining);
  model_->Release();
  running->AwaitEnd();
  queued->AwaitEnd();
  EXPECT_EQ(running->content(), "answer");
  EXPECT_EQ(queued->content(), "answer");
}

TEST_P(SchedulerTest, AfterTheGraceTheRestEnds) {
  Start(/*slots=*/1);
  model_->Hold();
  const auto running = Submit(Request("q"));
  const auto queued = Submit(Request("q"));
  model_->AwaitBlocked();
  scheduler_->Drain(absl::ZeroDuration());
  model_->Release();
  running->AwaitEnd();
  queued->AwaitEnd();
  EXPECT_EQ(running->error().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(queued->error().code(), absl::StatusCode::kUnavailable);
  AwaitIdle();
}

TEST_P(SchedulerTest, DestructionEndsEverything) {
  Start(/*slots=*/1);
  model_->Hold();
  Script("q", std::string(60, 'x'));
  const auto running = Submit(Request("q"));
  const auto queued = Submit(Request("q"));
  model_->AwaitBlocked();
  // The device goes on slowly while the destructor waits; the reply would take sixty times as long as one pass.
  std::thread device([&] {
    while (!running->ended()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      model_->Allow(1);
    }
  });
  scheduler_.reset();
  device.join();
  EXPECT_EQ(running->error().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(queued->error().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(running->ends(), 1);
}

TEST_P(SchedulerTest, ProgressComesBeforeAnyWorkAndAfterEachSlice) {
  Start(/*slots=*/1, /*context=*/64, /*queue_depth=*/8, /*slice=*/8);
  GenerationRequest request = Request(std::string(20, 'p'), 2);
  request.return_progress = true;
  const auto sink = Submit(std::move(request));
  sink->AwaitEnd();
  std::vector<int> processed;
  for (const ProgressEvent& event : sink->progress()) processed.push_back(event.processed_tokens);
  EXPECT_THAT(processed, ElementsAre(0, 8, 16, 20));
}

TEST_P(SchedulerTest, StatsShowSlotsWithoutWaitingForTheDevice) {
  Start(/*slots=*/2);
  model_->Hold();
  GenerationRequest request = Request("abc", 7);
  request.request_id = "r1";
  const auto sink = Submit(std::move(request));
  model_->AwaitBlocked();
  model_->Allow(2);
  sink->AwaitDeltas(2);
  model_->AwaitBlocked();
  const SchedulerStats stats = scheduler_->Stats();  // the device is inside a pass now
  ASSERT_EQ(stats.slots.size(), 2u);
  EXPECT_EQ(stats.slots[0].state, "decode");
  EXPECT_EQ(stats.slots[0].request_id, "r1");
  EXPECT_EQ(stats.slots[0].generated_tokens, 2);
  EXPECT_EQ(stats.slots[0].remaining_tokens, 5);
  EXPECT_EQ(stats.slots[1].state, "idle");
  EXPECT_EQ(stats.prompt_tokens, 3);
  EXPECT_EQ(stats.generated_tokens, 2);
  model_->Release();
  sink->AwaitEnd();
  EXPECT_EQ(scheduler_->Stats().finished.at("length"), 1);
}

TEST_P(SchedulerTest, CreateChecksItsOptions) {
  FakeModel model(16, /*slots=*/4, /*context=*/8, /*max_pass_rows=*/4);
  SchedulerOptions options;
  options.vocabulary.size = 16;
  EXPECT_EQ(Scheduler::Create(model, options).status().code(), absl::StatusCode::kInvalidArgument);
  FakeModel roomy(16, 4, 8);
  options.vocabulary.size = 17;
  EXPECT_EQ(Scheduler::Create(roomy, options).status().code(), absl::StatusCode::kInvalidArgument);
  options.vocabulary.size = 16;
  EXPECT_OK(Scheduler::Create(roomy, options));
  options.queue_depth = 0;
  EXPECT_EQ(Scheduler::Create(roomy, options).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace ferro
