// Metric families that are read at scrape time instead of counted: service statistics and the process itself.
#ifndef FERRO_ROUTER_METRICS_SERVICE_FAMILIES_H_
#define FERRO_ROUTER_METRICS_SERVICE_FAMILIES_H_

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

#include "ferro/admin/v1/admin.pb.h"

namespace ferro::router {

// Samples of either service; a family that is there already gets them too, so that both may be shown.
void AppendLmFamilies(const ferro::admin::v1::Stats& stats, std::vector<prometheus::MetricFamily>* families);
// Of a service that runs whole passes: `service` is decide or embed.
void AppendPassFamilies(const char* service, const ferro::admin::v1::Stats& stats,
                        std::vector<prometheus::MetricFamily>* families);

// process_* as every Prometheus client library names them, from /proc/self.
void AppendProcessFamilies(std::vector<prometheus::MetricFamily>* families);

// One family with one sample.
prometheus::MetricFamily SingleFamily(const std::string& name, const std::string& help, prometheus::MetricType type,
                                      double value, std::vector<prometheus::ClientMetric::Label> labels = {});

}  // namespace ferro::router

#endif  // FERRO_ROUTER_METRICS_SERVICE_FAMILIES_H_
