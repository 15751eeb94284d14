#include "router/metrics/metrics.h"

#include <prometheus/text_serializer.h>

#include <vector>

#include "absl/strings/str_cat.h"
#include "base/version.h"
#include "router/metrics/open_metrics.h"
#include "router/metrics/service_families.h"

namespace ferro::router {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildHistogram;
using prometheus::Histogram;
using prometheus::MetricType;

// Doubling: the interesting times span three decades.
const Histogram::BucketBoundaries kFirstTokenBuckets = {0.05, 0.1, 0.2,  0.4,  0.8,  1.6,
                                                        3.2,  6.4, 12.8, 25.6, 51.2, 102.4};
const Histogram::BucketBoundaries kRequestBuckets = {0.05, 0.1,  0.2,  0.4,  0.8,   1.6,   3.2,
                                                     6.4,  12.8, 25.6, 51.2, 102.4, 204.8, 409.6};
const Histogram::BucketBoundaries kInterTokenBuckets = {0.01, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1,
                                                        0.15, 0.2,  0.3,  0.5,  1,    2};

// A decision or an embedding takes milliseconds where a reply takes seconds.
const Histogram::BucketBoundaries kPassBuckets = {0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064,
                                                  0.128, 0.256, 0.512, 1.024, 2.048, 4.096};

}  // namespace

Metrics::Metrics()
    : requests_(BuildCounter()
                    .Name("ferro_requests_total")
                    .Help("HTTP requests by route and status; 499 = the client left first")
                    .Register(registry_)),
      rejected_(BuildCounter()
                    .Name("ferro_http_rejected_total")
                    .Help("Connections and requests refused by transport rules")
                    .Register(registry_)),
      finishes_(BuildCounter().Name("ferro_finish_total").Help("Finished choices by reason").Register(registry_)),
      decisions_(BuildCounter()
                     .Name("ferro_decisions_total")
                     .Help("Questions answered by the decision model")
                     .Register(registry_)),
      request_seconds_(BuildHistogram()
                           .Name("ferro_request_seconds")
                           .Help("From the request's head to the end of its answer")
                           .Register(registry_)),
      queue_seconds_(BuildHistogram()
                         .Name("ferro_request_queue_seconds")
                         .Help("Waiting for a slot or a pass")
                         .Register(registry_)),
      pings_(BuildCounter()
                 .Name("ferro_sse_pings_total")
                 .Help("Comments sent into silent streams")
                 .Register(registry_)
                 .Add({})),
      first_token_(BuildHistogram()
                       .Name("ferro_time_to_first_token_seconds")
                       .Help("From the request's head to the first token")
                       .Register(registry_)
                       .Add({{"service", "lm"}}, kFirstTokenBuckets)),
      inter_token_(BuildHistogram()
                       .Name("ferro_inter_token_seconds")
                       .Help("Between the tokens of one stream")
                       .Register(registry_)
                       .Add({{"service", "lm"}}, kInterTokenBuckets)),
      queue_(queue_seconds_.Add({{"service", "lm"}}, kFirstTokenBuckets)),
      prefill_(BuildHistogram()
                   .Name("ferro_request_prefill_seconds")
                   .Help("From the slot to the first token")
                   .Register(registry_)
                   .Add({{"service", "lm"}}, kFirstTokenBuckets)),
      decision_(BuildHistogram()
                    .Name("ferro_decision_seconds")
                    .Help("From the head of a request for decisions to its answers")
                    .Register(registry_)
                    .Add({}, kPassBuckets)),
      decision_queue_(queue_seconds_.Add({{"service", "decide"}}, kPassBuckets)),
      embed_items_(
          BuildCounter().Name("ferro_embed_items_total").Help("Vectors given out").Register(registry_).Add({})),
      embed_(BuildHistogram()
                 .Name("ferro_embed_seconds")
                 .Help("From the head of a request for embeddings to its vectors")
                 .Register(registry_)
                 .Add({}, kPassBuckets)),
      embed_queue_(queue_seconds_.Add({{"service", "embed"}}, kPassBuckets)) {}

void Metrics::CountRequest(const std::string& route, int status, const std::string& key, absl::Duration total) {
  const std::string name = route.empty() ? "other" : route;
  requests_.Add({{"route", name}, {"status", absl::StrCat(status)}, {"key", key}}).Increment();
  request_seconds_.Add({{"route", name}}, kRequestBuckets).Observe(absl::ToDoubleSeconds(total));
}

void Metrics::CountRejected(const std::string& reason) { rejected_.Add({{"reason", reason}}).Increment(); }

void Metrics::CountFinish(const std::string& reason) {
  finishes_.Add({{"service", "lm"}, {"reason", reason}}).Increment();
}

std::string Metrics::Expose(const ScrapeInput& input, ExpositionFormat format) const {
  std::vector<prometheus::MetricFamily> families = registry_.Collect();
  families.push_back(SingleFamily("ferro_build_info", "Always 1; its labels say what runs", MetricType::Gauge, 1,
                                  {{"version", kVersion}, {"kernel", input.kernel}}));
  families.push_back(
      SingleFamily("ferro_connections", "Open client connections", MetricType::Gauge, input.connections));
  if (input.lm_stats != nullptr) {
    AppendLmFamilies(*input.lm_stats, &families);
    AppendCompatFamilies(input.compat, *input.lm_stats, input.model, &families);
  }
  if (input.decide_stats != nullptr) AppendPassFamilies("decide", *input.decide_stats, &families);
  if (input.embed_stats != nullptr) AppendPassFamilies("embed", *input.embed_stats, &families);
  AppendProcessFamilies(&families);
  if (format == ExpositionFormat::kOpenMetrics) return OpenMetricsText(families);
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace ferro::router
