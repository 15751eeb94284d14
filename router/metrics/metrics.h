// Counters and histograms of the gateway, and the text that Prometheus scrapes.
#ifndef FERRO_ROUTER_METRICS_METRICS_H_
#define FERRO_ROUTER_METRICS_METRICS_H_

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <string>

#include "absl/time/time.h"
#include "ferro/admin/v1/admin.pb.h"
#include "router/metrics/compat_families.h"
#include "router/metrics/exposition_format.h"

namespace ferro::router {

// What a scrape adds from the services and the process; null = not known at the moment.
struct ScrapeInput {
  const ferro::admin::v1::Stats* lm_stats = nullptr;
  const ferro::admin::v1::Stats* decide_stats = nullptr;
  const ferro::admin::v1::Stats* embed_stats = nullptr;
  int connections = 0;
  std::string kernel;
  std::string model;
  MetricsCompat compat;
};

// Thread-safe. Labels are few and bounded: routes are patterns, keys are labels of the key file.
class Metrics {
 public:
  Metrics();

  void CountRequest(const std::string& route, int status, const std::string& key, absl::Duration total);
  void CountRejected(const std::string& reason);
  void CountFinish(const std::string& reason);
  void CountPing() { pings_.Increment(); }
  void ObserveFirstToken(absl::Duration time) { first_token_.Observe(absl::ToDoubleSeconds(time)); }
  void ObserveInterToken(absl::Duration time) { inter_token_.Observe(absl::ToDoubleSeconds(time)); }
  void ObservePrefill(absl::Duration time) { prefill_.Observe(absl::ToDoubleSeconds(time)); }
  void ObserveQueue(absl::Duration time) { queue_.Observe(absl::ToDoubleSeconds(time)); }

  // `type`: choice, score or noul.
  void CountDecision(const std::string& type) { decisions_.Add({{"type", type}}).Increment(); }
  // Of a call with all its questions.
  void ObserveDecision(absl::Duration time) { decision_.Observe(absl::ToDoubleSeconds(time)); }
  void ObserveDecisionQueue(absl::Duration time) { decision_queue_.Observe(absl::ToDoubleSeconds(time)); }

  void CountEmbedItems(int count) { embed_items_.Increment(count); }
  // Of a call with all its items.
  void ObserveEmbed(absl::Duration time) { embed_.Observe(absl::ToDoubleSeconds(time)); }
  void ObserveEmbedQueue(absl::Duration time) { embed_queue_.Observe(absl::ToDoubleSeconds(time)); }

  std::string Expose(const ScrapeInput& input, ExpositionFormat format) const;

 private:
  prometheus::Registry registry_;
  prometheus::Family<prometheus::Counter>& requests_;
  prometheus::Family<prometheus::Counter>& rejected_;
  prometheus::Family<prometheus::Counter>& finishes_;
  prometheus::Family<prometheus::Counter>& decisions_;
  prometheus::Family<prometheus::Histogram>& request_seconds_;
  prometheus::Family<prometheus::Histogram>& queue_seconds_;
  prometheus::Counter& pings_;
  prometheus::Histogram& first_token_;
  prometheus::Histogram& inter_token_;
  prometheus::Histogram& queue_;
  prometheus::Histogram& prefill_;
  prometheus::Histogram& decision_;
  prometheus::Histogram& decision_queue_;
  prometheus::Counter& embed_items_;
  prometheus::Histogram& embed_;
  prometheus::Histogram& embed_queue_;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_METRICS_METRICS_H_
