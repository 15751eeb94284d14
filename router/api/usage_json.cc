#include "router/api/usage_json.h"

#include <algorithm>

namespace ferro::router {
namespace {

using ferro::common::v1::Timings;
using ferro::common::v1::Usage;

double Ratio(double a, double b) { return b > 0 ? a / b : 0; }

}  // namespace

Json UsageJson(const Usage& usage) {
  return Json{{"prompt_tokens", usage.prompt_tokens()},
              {"completion_tokens", usage.completion_tokens()},
              {"total_tokens", usage.prompt_tokens() + usage.completion_tokens()},
              {"prompt_tokens_details", {{"cached_tokens", usage.cached_tokens()}}},
              {"completion_tokens_details",
               {{"reasoning_tokens", usage.reasoning_tokens()},
                {"accepted_prediction_tokens", 0},
                {"rejected_prediction_tokens", 0}}}};
}

Json TimingsJson(const Usage& usage, const Timings& timings, std::optional<int64_t> seed) {
  const int computed = usage.prompt_tokens() - usage.cached_tokens();
  const int predicted = usage.completion_tokens();
  const int after_first = predicted > 1 ? predicted - 1 : 0;
  // llama.cpp's floor, so that the value is never 0 once a token was sampled.
  const double predicted_ms = predicted > 0 ? std::max(timings.predicted_ms(), 0.001) : 0.0;
  Json json{{"cache_n", usage.cached_tokens()},
            {"prompt_n", computed},
            {"prompt_ms", timings.prompt_ms()},
            {"prompt_per_token_ms", Ratio(timings.prompt_ms(), computed)},
            {"prompt_per_second", Ratio(computed * 1000.0, timings.prompt_ms())},
            {"predicted_n", predicted},
            {"predicted_ms", predicted_ms},
            {"predicted_per_token_ms", after_first > 0 ? predicted_ms / after_first : 0.0},
            {"predicted_per_second", Ratio(after_first * 1000.0, predicted_ms)}};
  if (usage.drafted_tokens() > 0) {
    json["draft_n"] = usage.drafted_tokens();
    json["draft_n_accepted"] = usage.accepted_tokens();
  }
  json["queue_ms"] = timings.queue_ms();
  json["ttft_ms"] = timings.ttft_ms();
  if (seed) json["seed"] = *seed;
  return json;
}

void AddUsage(const Usage& more, Usage* sum) {
  sum->set_prompt_tokens(sum->prompt_tokens() + more.prompt_tokens());
  sum->set_cached_tokens(sum->cached_tokens() + more.cached_tokens());
  sum->set_completion_tokens(sum->completion_tokens() + more.completion_tokens());
  sum->set_reasoning_tokens(sum->reasoning_tokens() + more.reasoning_tokens());
  sum->set_drafted_tokens(sum->drafted_tokens() + more.drafted_tokens());
  sum->set_accepted_tokens(sum->accepted_tokens() + more.accepted_tokens());
}

void AddTimings(const Timings& more, Timings* sum) {
  sum->set_queue_ms(sum->queue_ms() + more.queue_ms());
  sum->set_tokenize_ms(sum->tokenize_ms() + more.tokenize_ms());
  sum->set_prompt_ms(sum->prompt_ms() + more.prompt_ms());
  sum->set_predicted_ms(sum->predicted_ms() + more.predicted_ms());
  // The first token of the whole answer is the earliest.
  const bool first = sum->ttft_ms() == 0;
  sum->set_ttft_ms(first ? more.ttft_ms() : std::min(sum->ttft_ms(), more.ttft_ms()));
}

}  // namespace ferro::router
