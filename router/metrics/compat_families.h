// Metrics under the names of other servers, so that dashboards and autoscalers made for those work here.
#ifndef FERRO_ROUTER_METRICS_COMPAT_FAMILIES_H_
#define FERRO_ROUTER_METRICS_COMPAT_FAMILIES_H_

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

#include "ferro/admin/v1/admin.pb.h"

namespace ferro::router {

struct MetricsCompat {
  bool llamacpp = false;
  bool vllm = false;
};

// Appends to `families`, which hold our own already, the ten most used names of each server that `compat` asks for.
// `model` is vLLM's label model_name. What differs in meaning: vllm:e2e_request_latency_seconds counts failed requests
// too, and histograms keep our buckets.
void AppendCompatFamilies(const MetricsCompat& compat, const ferro::admin::v1::Stats& stats, const std::string& model,
                          std::vector<prometheus::MetricFamily>* families);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_METRICS_COMPAT_FAMILIES_H_
