#include "router/metrics/compat_families.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "router/metrics/service_families.h"

namespace ferro::router {
namespace {

using ferro::admin::v1::Stats;
using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Families = std::vector<MetricFamily>;
using Labels = std::vector<ClientMetric::Label>;

// Null where nothing of that name was counted yet.
const MetricFamily* Find(const Families& families, const std::string& name) {
  const auto it = std::find_if(families.begin(), families.end(), [&](const MetricFamily& f) { return f.name == name; });
  return it == families.end() ? nullptr : &*it;
}

double GaugeOf(const Families& families, const std::string& name) {
  const MetricFamily* family = Find(families, name);
  return family == nullptr || family->metric.empty() ? 0 : family->metric[0].gauge.value;
}

int64_t CountOf(const Stats& stats, const std::string& reason) {
  const auto it = stats.finished().find(reason);
  return it == stats.finished().end() ? 0 : it->second;
}

bool IsOfLm(const ClientMetric& metric) {
  return std::any_of(metric.label.begin(), metric.label.end(),
                     [](const ClientMetric::Label& label) { return label.name == "service" && label.value == "lm"; });
}

bool GeneratesText(const ClientMetric& metric) {
  return std::any_of(metric.label.begin(), metric.label.end(), [](const ClientMetric::Label& label) {
    return label.name == "route" && (label.value == "/v1/chat/completions" || label.value == "/v1/completions");
  });
}

// The sum of two histograms with the same buckets.
void Add(const ClientMetric::Histogram& from, ClientMetric::Histogram* to) {
  if (to->bucket.empty()) {
    *to = from;
    return;
  }
  to->sample_count += from.sample_count;
  to->sample_sum += from.sample_sum;
  for (size_t i = 0; i < to->bucket.size(); ++i) to->bucket[i].cumulative_count += from.bucket[i].cumulative_count;
}

// Our histogram `from` under another name and other labels, summed over the samples that `wanted` picks.
template <class Wanted>
void AppendHistogram(const std::string& from, const std::string& name, const std::string& help, const Labels& labels,
                     Wanted wanted, Families* families) {
  ClientMetric metric;
  metric.label = labels;
  if (const MetricFamily* own = Find(*families, from); own != nullptr) {
    for (const ClientMetric& sample : own->metric) {
      if (wanted(sample)) Add(sample.histogram, &metric.histogram);
    }
  }
  MetricFamily family;
  family.name = name;
  family.help = help;
  family.type = MetricType::Histogram;
  family.metric.push_back(std::move(metric));
  families->push_back(std::move(family));
}

void AppendLlamaCpp(const Stats& stats, Families* families) {
  const auto add = [&](const char* name, const char* help, MetricType type, double value) {
    families->push_back(SingleFamily(std::string("llamacpp:") + name, help, type, value));
  };
  const double per_step = stats.steps() > 0 ? static_cast<double>(stats.batch_rows().sum()) / stats.steps() : 0;
  add("prompt_tokens_total", "Prompt tokens computed", MetricType::Counter,
      stats.prompt_tokens() - stats.cached_prompt_tokens());
  add("prompt_seconds_total", "Time spent on prompts", MetricType::Counter, stats.prefill_seconds());
  add("tokens_predicted_total", "Tokens generated", MetricType::Counter, stats.generated_tokens());
  add("tokens_predicted_seconds_total", "Time spent on generation", MetricType::Counter, stats.decode_seconds());
  add("n_decode_total", "Passes over the model", MetricType::Counter, stats.steps());
  add("n_busy_slots_per_decode", "Mean of the slots in one pass", MetricType::Gauge, per_step);
  add("prompt_tokens_seconds", "Prompt tokens a second", MetricType::Gauge, stats.prefill_tokens_per_second());
  add("predicted_tokens_seconds", "Generated tokens a second", MetricType::Gauge, stats.decode_tokens_per_second());
  add("requests_processing", "Requests that hold a slot", MetricType::Gauge,
      GaugeOf(*families, "ferro_requests_running"));
  add("requests_deferred", "Requests in the queue", MetricType::Gauge, stats.queue_length());
}

void AppendVllm(const Stats& stats, const std::string& model, Families* families) {
  const Labels labels = {{"model_name", model}, {"engine", "0"}};
  const auto add = [&](const char* name, const char* help, MetricType type, double value) {
    families->push_back(SingleFamily(std::string("vllm:") + name, help, type, value, labels));
  };
  add("num_requests_running", "Requests that hold a slot", MetricType::Gauge,
      GaugeOf(*families, "ferro_requests_running"));
  add("num_requests_waiting", "Requests in the queue", MetricType::Gauge, stats.queue_length());
  add("kv_cache_usage_perc", "Share of the cache in use, 0 to 1", MetricType::Gauge,
      GaugeOf(*families, "ferro_kv_usage_ratio"));
  add("prompt_tokens_total", "Prompt tokens, computed or cached", MetricType::Counter, stats.prompt_tokens());
  add("generation_tokens_total", "Tokens generated", MetricType::Counter, stats.generated_tokens());
  AppendHistogram("ferro_time_to_first_token_seconds", "vllm:time_to_first_token_seconds", "Time to the first token",
                  labels, IsOfLm, families);
  AppendHistogram("ferro_inter_token_seconds", "vllm:inter_token_latency_seconds", "Time between tokens", labels,
                  IsOfLm, families);
  AppendHistogram("ferro_request_queue_seconds", "vllm:request_queue_time_seconds", "Time in the queue", labels, IsOfLm,
                  families);
  AppendHistogram("ferro_request_seconds", "vllm:e2e_request_latency_seconds", "Time of a whole request", labels,
                  GeneratesText, families);
  MetricFamily success;
  success.name = "vllm:request_success_total";
  success.help = "Requests by the reason of their end";
  success.type = MetricType::Counter;
  const std::pair<const char*, int64_t> reasons[] = {{"stop", CountOf(stats, "stop") + CountOf(stats, "tool_calls")},
                                                     {"length", CountOf(stats, "length")},
                                                     {"abort", CountOf(stats, "cancelled")},
                                                     {"error", CountOf(stats, "error")}};
  for (const auto& [reason, count] : reasons) {
    ClientMetric metric;
    metric.label = labels;
    metric.label.push_back({"finished_reason", reason});
    metric.counter.value = static_cast<double>(count);
    success.metric.push_back(std::move(metric));
  }
  families->push_back(std::move(success));
}

}  // namespace

void AppendCompatFamilies(const MetricsCompat& compat, const Stats& stats, const std::string& model,
                          Families* families) {
  if (compat.llamacpp) AppendLlamaCpp(stats, families);
  if (compat.vllm) AppendVllm(stats, model, families);
}

}  // namespace ferro::router
