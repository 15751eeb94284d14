#include "router/metrics/compat_families.h"

#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "router/metrics/metrics.h"

namespace ferro::router {
namespace {

using testing::HasSubstr;
using testing::Not;

class CompatFamiliesTest : public testing::Test {
 protected:
  CompatFamiliesTest() {
    stats_.set_prompt_tokens(10);
    stats_.set_cached_prompt_tokens(4);
    stats_.set_generated_tokens(30);
    stats_.set_steps(20);
    stats_.mutable_batch_rows()->set_sum(50);
    stats_.set_prefill_seconds(1.5);
    stats_.set_decode_seconds(2.5);
    stats_.set_queue_length(3);
    (*stats_.mutable_finished())["stop"] = 5;
    (*stats_.mutable_finished())["tool_calls"] = 2;
    (*stats_.mutable_finished())["cancelled"] = 1;
    ferro::admin::v1::Slot* slot = stats_.add_slots();
    slot->set_state("decode");
    slot->set_context(100);
    slot->set_processed_tokens(25);
  }
  std::string Expose(bool llamacpp, bool vllm) {
    ScrapeInput input;
    input.lm_stats = &stats_;
    input.model = "m-1";
    input.compat = {llamacpp, vllm};
    return metrics_.Expose(input, ExpositionFormat::kText);
  }
  // Names of families that begin with `prefix`.
  static std::set<std::string> Names(const std::string& text, const std::string& prefix) {
    std::set<std::string> names;
    const std::string mark = "# TYPE " + prefix;
    for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
      names.insert(text.substr(at + 7, text.find(' ', at + 7) - at - 7));
    }
    return names;
  }

  ferro::admin::v1::Stats stats_;
  Metrics metrics_;
};

TEST_F(CompatFamiliesTest, OnlyWhatIsAskedFor) {
  EXPECT_EQ(Names(Expose(false, false), "").count("llamacpp:requests_deferred"), 0u);
  EXPECT_THAT(Expose(false, false), Not(HasSubstr("vllm:")));
  EXPECT_EQ(Names(Expose(true, false), "llamacpp:").size(), 10u);
  EXPECT_EQ(Names(Expose(true, false), "vllm:").size(), 0u);
  EXPECT_EQ(Names(Expose(false, true), "vllm:").size(), 10u);
}

TEST_F(CompatFamiliesTest, LlamaCpp) {
  const std::string text = Expose(true, false);
  for (const char* line : {"llamacpp:prompt_tokens_total 6\n", "llamacpp:tokens_predicted_total 30\n",
                           "llamacpp:prompt_seconds_total 1.5\n", "llamacpp:tokens_predicted_seconds_total 2.5\n",
                           "llamacpp:n_decode_total 20\n", "llamacpp:n_busy_slots_per_decode 2.5\n",
                           "llamacpp:requests_processing 1\n", "llamacpp:requests_deferred 3\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
  stats_.set_steps(0);
  EXPECT_THAT(Expose(true, false), HasSubstr("llamacpp:n_busy_slots_per_decode 0\n")) << "before the first step";
}

TEST_F(CompatFamiliesTest, Vllm) {
  metrics_.ObserveFirstToken(absl::Milliseconds(150));
  metrics_.CountRequest("/v1/chat/completions", 200, "", absl::Milliseconds(300));
  metrics_.CountRequest("/v1/completions", 200, "", absl::Milliseconds(900));
  metrics_.CountRequest("/health", 200, "", absl::Milliseconds(1));
  const std::string text = Expose(false, true);
  const std::string labels = "{model_name=\"m-1\",engine=\"0\"";
  for (const std::string& line :
       {"num_requests_running" + labels + "} 1\n", "num_requests_waiting" + labels + "} 3\n",
        "kv_cache_usage_perc" + labels + "} 0.25\n", "prompt_tokens_total" + labels + "} 10\n",
        "generation_tokens_total" + labels + "} 30\n",
        "time_to_first_token_seconds_bucket" + labels + ",le=\"0.2\"} 1\n",
        "inter_token_latency_seconds_count" + labels + "} 0\n", "e2e_request_latency_seconds_count" + labels + "} 2\n",
        "e2e_request_latency_seconds_bucket" + labels + ",le=\"0.4\"} 1\n",
        "request_success_total" + labels + ",finished_reason=\"stop\"} 7\n",
        "request_success_total" + labels + ",finished_reason=\"abort\"} 1\n"}) {
    EXPECT_THAT(text, HasSubstr("vllm:" + line));
  }
}

TEST_F(CompatFamiliesTest, WithoutTheServiceThereAreNone) {
  ScrapeInput input;
  input.compat = {true, true};
  EXPECT_THAT(metrics_.Expose(input, ExpositionFormat::kText), Not(HasSubstr("vllm:")));
}

}  // namespace
}  // namespace ferro::router
