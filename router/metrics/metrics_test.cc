#include "router/metrics/metrics.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro::router {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MetricsTest, CountersAndServiceFamilies) {
  Metrics metrics;
  metrics.CountRequest("/health", 200, "", absl::Milliseconds(70));
  metrics.CountRequest("", 404, "anna", absl::Milliseconds(1));
  metrics.ObserveFirstToken(absl::Milliseconds(150));
  metrics.ObservePrefill(absl::Milliseconds(90));
  ferro::admin::v1::Stats stats;
  stats.set_prompt_tokens(10);
  stats.set_cached_prompt_tokens(4);
  stats.set_queue_length(3);
  stats.set_memory_limit_bytes(4096);
  stats.set_steps(7);
  ferro::admin::v1::SizeHistogram* rows = stats.mutable_batch_rows();
  for (const int bound : {1, 2}) rows->add_bounds(bound);
  for (const int count : {4, 2, 1}) rows->add_counts(count);
  rows->set_sum(11);
  stats.add_slots()->set_state("decode");
  stats.add_slots()->set_state("idle");
  ScrapeInput input;
  input.lm_stats = &stats;
  input.connections = 7;
  const std::string text = metrics.Expose(input, ExpositionFormat::kText);
  EXPECT_THAT(text, HasSubstr("ferro_requests_total{key=\"\",route=\"/health\",status=\"200\"} 1"));
  EXPECT_THAT(text, HasSubstr("ferro_requests_total{key=\"anna\",route=\"other\",status=\"404\"} 1"));
  EXPECT_THAT(text, HasSubstr("ferro_request_seconds_bucket{route=\"/health\",le=\"0.1\"} 1"));
  EXPECT_THAT(text, HasSubstr("ferro_time_to_first_token_seconds_bucket{service=\"lm\",le=\"0.2\"} 1"));
  EXPECT_THAT(text, HasSubstr("ferro_prompt_tokens_total{service=\"lm\",cached=\"false\"} 6"));
  EXPECT_THAT(text, HasSubstr("ferro_prompt_tokens_total{service=\"lm\",cached=\"true\"} 4"));
  EXPECT_THAT(text, HasSubstr("ferro_requests_running{service=\"lm\"} 1"));
  EXPECT_THAT(text, HasSubstr("ferro_requests_waiting{service=\"lm\"} 3"));
  EXPECT_THAT(text, HasSubstr("ferro_connections 7"));
  EXPECT_THAT(text, HasSubstr("ferro_steps_total{service=\"lm\"} 7"));
  EXPECT_THAT(text, HasSubstr("ferro_batch_rows_bucket{service=\"lm\",le=\"1\"} 4"));
  EXPECT_THAT(text, HasSubstr("ferro_batch_rows_bucket{service=\"lm\",le=\"2\"} 6"));
  EXPECT_THAT(text, HasSubstr("ferro_batch_rows_bucket{service=\"lm\",le=\"+Inf\"} 7"));
  EXPECT_THAT(text, HasSubstr("ferro_batch_rows_count{service=\"lm\"} 7"));
  EXPECT_THAT(text, HasSubstr("ferro_batch_rows_sum{service=\"lm\"} 11"));
  EXPECT_THAT(text, HasSubstr("# TYPE ferro_batch_tokens histogram"));
  EXPECT_THAT(text, HasSubstr("ferro_request_prefill_seconds_bucket{service=\"lm\",le=\"0.1\"} 1"));
  EXPECT_THAT(text, HasSubstr("ferro_memory_limit_bytes{service=\"lm\"} 4096"));
  EXPECT_THAT(text, HasSubstr("process_resident_memory_bytes"));
}

TEST(MetricsTest, BothServicesShareTheirFamilies) {
  Metrics metrics;
  metrics.CountDecision("choice");
  metrics.ObserveDecision(absl::Milliseconds(3));
  metrics.ObserveDecisionQueue(absl::Milliseconds(1));
  ferro::admin::v1::Stats lm, decide;
  lm.set_steps(7);
  decide.set_steps(2);
  decide.mutable_lease()->set_acquisitions(9);
  decide.mutable_lease()->set_waits(8);
  decide.mutable_lease()->set_wait_seconds(1.5);
  decide.mutable_lease()->set_longest_wait_s(0.25);
  decide.mutable_lease()->set_lost(1);
  (*decide.mutable_cancelled())["pass"] = 4;
  ScrapeInput input;
  input.lm_stats = &lm;
  input.decide_stats = &decide;
  const std::string text = metrics.Expose(input, ExpositionFormat::kText);
  EXPECT_THAT(text, HasSubstr("# TYPE ferro_steps_total counter\nferro_steps_total{service=\"lm\"} 7\n"
                              "ferro_steps_total{service=\"decide\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("ferro_cancelled_total{service=\"decide\",phase=\"pass\"} 4"));
  EXPECT_THAT(text, HasSubstr("ferro_lease_acquisitions_total{service=\"decide\"} 9"));
  EXPECT_THAT(text, HasSubstr("ferro_lease_waits_total{service=\"decide\"} 8"));
  EXPECT_THAT(text, HasSubstr("ferro_lease_wait_seconds_total{service=\"decide\"} 1.5"));
  EXPECT_THAT(text, HasSubstr("ferro_lease_longest_wait_seconds{service=\"decide\"} 0.25"));
  EXPECT_THAT(text, HasSubstr("ferro_lease_lost_total{service=\"decide\"} 1"));
  EXPECT_THAT(text, Not(HasSubstr("ferro_lease_waits_total{service=\"lm\"}"))) << "it takes no turns";
  EXPECT_THAT(text, HasSubstr("ferro_decisions_total{type=\"choice\"} 1"));
  EXPECT_THAT(text, HasSubstr("ferro_decision_seconds_bucket{le=\"0.004\"} 1"));
  EXPECT_THAT(text, HasSubstr("ferro_request_queue_seconds_bucket{service=\"decide\",le=\"0.001\"} 1"));
}

TEST(MetricsTest, WithoutAServiceItsFamiliesAreAbsent) {
  EXPECT_THAT(Metrics().Expose(ScrapeInput(), ExpositionFormat::kText), Not(HasSubstr("ferro_requests_running")));
}

}  // namespace
}  // namespace ferro::router
