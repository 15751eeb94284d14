#include "services/lm/convert.h"

#include "base/error_detail.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

TEST(ConvertTest, AbsentFieldsStayAbsent) {
  lm::v1::GenerateRequest request;
  request.set_text("x");
  ASSERT_OK_AND_ASSIGN(const LmRequest converted, FromProto(request));
  EXPECT_EQ(std::get<TextInput>(converted.input).text, "x");
  EXPECT_FALSE(converted.sampling.temperature.has_value());
  EXPECT_FALSE(converted.sampling.seed.has_value());
  EXPECT_FALSE(converted.reasoning_format.has_value());
  EXPECT_EQ(converted.max_tokens, -1);
  EXPECT_TRUE(converted.parallel_tool_calls);
  EXPECT_EQ(converted.thinking_budget, -1);
}

TEST(ConvertTest, ZeroIsNotAbsent) {
  lm::v1::GenerateRequest request;
  request.mutable_tokens()->add_ids(7);
  request.mutable_sampling()->set_temperature(0);
  request.mutable_sampling()->set_seed(0);
  request.set_max_tokens(0);
  request.set_parallel_tool_calls(false);
  request.set_reasoning_format(lm::v1::REASONING_FORMAT_NONE);
  ASSERT_OK_AND_ASSIGN(const LmRequest converted, FromProto(request));
  EXPECT_EQ(std::get<TokensInput>(converted.input).ids, std::vector<int32_t>{7});
  EXPECT_EQ(converted.sampling.temperature, 0);
  EXPECT_EQ(converted.sampling.seed, 0);
  EXPECT_EQ(converted.max_tokens, 0);
  EXPECT_FALSE(converted.parallel_tool_calls);
  EXPECT_EQ(converted.reasoning_format, ReasoningFormat::kNone);
}

TEST(ConvertTest, NamesWhatIsMissingOrUnknown) {
  lm::v1::GenerateRequest request;
  EXPECT_EQ(DetailOf(FromProto(request).status()).reason, kReasonMissingField);
  request.set_text("x");
  request.set_reasoning_format(static_cast<lm::v1::ReasoningFormat>(77));
  EXPECT_EQ(DetailOf(FromProto(request).status()).param, "reasoning_format");
}

TEST(ConvertTest, DeltasKeepEverything) {
  DeltaEvent event;
  event.content = "c";
  event.reasoning = "r";
  event.calls = {{0, "f", "{}"}, {1, "g", R"({"a":1})"}};
  event.tokens = {3, 4};
  const lm::v1::Delta delta = ToProto(event).delta();
  EXPECT_EQ(delta.content(), "c");
  EXPECT_EQ(delta.reasoning(), "r");
  EXPECT_EQ(delta.tokens_size(), 2);
  ASSERT_EQ(delta.tool_calls_size(), 2);
  EXPECT_EQ(delta.tool_calls(0).name(), "f");
  EXPECT_EQ(delta.tool_calls(1).index(), 1);
  EXPECT_EQ(delta.tool_calls(1).arguments_json(), R"({"a":1})");
}

TEST(ConvertTest, FinishedKeepsEverything) {
  FinishedEvent event;
  event.reason = FinishReason::kLength;
  event.usage = {10, 0, 5, 3};
  event.timings = {1, 2, 3, 4, 5};
  event.warnings = {"careful"};
  event.stop_text = "END";
  const lm::v1::Finished finished = ToProto(event).finished();
  EXPECT_EQ(finished.reason(), lm::v1::FINISH_REASON_LENGTH);
  EXPECT_EQ(finished.usage().prompt_tokens(), 10);
  EXPECT_EQ(finished.usage().completion_tokens(), 5);
  EXPECT_EQ(finished.usage().reasoning_tokens(), 3);
  EXPECT_EQ(finished.timings().ttft_ms(), 5);
  EXPECT_EQ(finished.warnings(0), "careful");
  EXPECT_EQ(finished.stop_text(), "END");
}

TEST(ConvertTest, StatsKeepSlotsAndCounters) {
  SchedulerStats stats;
  stats.slots.resize(2);
  stats.slots[1].state = "decode";
  stats.slots[1].request_id = "r";
  stats.finished["stop"] = 4;
  stats.batch_rows.Add(3);
  stats.batch_tokens.Add(100);
  const admin::v1::Stats converted = ToProto(stats, /*context=*/128);
  EXPECT_EQ(converted.slots(1).state(), "decode");
  EXPECT_EQ(converted.slots(1).request_id(), "r");
  EXPECT_EQ(converted.slots(1).context(), 128);
  EXPECT_EQ(converted.finished().at("stop"), 4);
  EXPECT_EQ(converted.batch_rows().bounds(2), 4);
  EXPECT_EQ(converted.batch_rows().counts(2), 1);
  EXPECT_EQ(converted.batch_rows().counts_size(), converted.batch_rows().bounds_size() + 1);
  EXPECT_EQ(converted.batch_tokens().sum(), 100);
}

}  // namespace
}  // namespace ferro
