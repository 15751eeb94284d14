// OpenMetrics text 1.0.0 (https://github.com/prometheus/OpenMetrics/blob/v1.0.0/specification/OpenMetrics.md).
#ifndef FERRO_ROUTER_METRICS_OPEN_METRICS_H_
#define FERRO_ROUTER_METRICS_OPEN_METRICS_H_

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

namespace ferro::router {

// Counters (named ..._total), gauges (named ..._info: with a constant 1, written as an info) and histograms as
// OpenMetrics writes them: a counter's family goes without its suffix, the unit is told where the name ends in one, and
// `# EOF` closes the text.
std::string OpenMetricsText(const std::vector<prometheus::MetricFamily>& families);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_METRICS_OPEN_METRICS_H_
