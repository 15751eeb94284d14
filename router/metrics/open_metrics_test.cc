#include "router/metrics/open_metrics.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace ferro::router {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

MetricFamily Family(const std::string& name, MetricType type, std::vector<ClientMetric> metrics) {
  MetricFamily family;
  family.name = name;
  family.help = "Help of " + name;
  family.type = type;
  family.metric = std::move(metrics);
  return family;
}

ClientMetric Counter(double value, std::vector<ClientMetric::Label> labels = {}) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = value;
  return metric;
}

ClientMetric Gauge(double value, std::vector<ClientMetric::Label> labels = {}) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = value;
  return metric;
}

TEST(OpenMetricsTest, CountersLoseTheirSuffixInTheFamily) {
  EXPECT_EQ(OpenMetricsText({Family("ferro_requests_total", MetricType::Counter,
                                    {Counter(3, {{"route", "/health"}, {"status", "200"}}), Counter(0.5)})}),
            "# TYPE ferro_requests counter\n"
            "# HELP ferro_requests Help of ferro_requests_total\n"
            "ferro_requests_total{route=\"/health\",status=\"200\"} 3\n"
            "ferro_requests_total 0.5\n"
            "# EOF\n");
}

TEST(OpenMetricsTest, UnitsOfNamesThatEndInOne) {
  const std::string text = OpenMetricsText({Family("process_cpu_seconds_total", MetricType::Counter, {Counter(1)}),
                                            Family("ferro_kv_bytes", MetricType::Gauge, {Gauge(7)}),
                                            Family("ferro_kv_usage_ratio", MetricType::Gauge, {Gauge(0.1)}),
                                            Family("ferro_connections", MetricType::Gauge, {Gauge(2)}),
                                            Family("llamacpp:prompt_tokens_seconds", MetricType::Gauge, {Gauge(2)})});
  EXPECT_NE(text.find("# UNIT process_cpu_seconds seconds\n"), std::string::npos) << text;
  EXPECT_NE(text.find("# UNIT ferro_kv_bytes bytes\n"), std::string::npos);
  EXPECT_NE(text.find("# UNIT ferro_kv_usage_ratio ratio\n"), std::string::npos);
  EXPECT_EQ(text.find("# UNIT ferro_connections"), std::string::npos);
  EXPECT_EQ(text.find("# UNIT llamacpp:"), std::string::npos) << "that name means tokens per second";
}

TEST(OpenMetricsTest, HistogramsEndInInfinity) {
  ClientMetric metric;
  metric.label = {{"service", "lm"}};
  metric.histogram.sample_count = 5;
  metric.histogram.sample_sum = 2.25;
  metric.histogram.bucket = {{1, 0.05}, {4, 1}};
  const std::string expected =
      "# TYPE ferro_request_seconds histogram\n"
      "# UNIT ferro_request_seconds seconds\n"
      "# HELP ferro_request_seconds Help of ferro_request_seconds\n"
      "ferro_request_seconds_bucket{service=\"lm\",le=\"0.05\"} 1\n"
      "ferro_request_seconds_bucket{service=\"lm\",le=\"1.0\"} 4\n"
      "ferro_request_seconds_bucket{service=\"lm\",le=\"+Inf\"} 5\n"
      "ferro_request_seconds_count{service=\"lm\"} 5\n"
      "ferro_request_seconds_sum{service=\"lm\"} 2.25\n"
      "# EOF\n";
  EXPECT_EQ(OpenMetricsText({Family("ferro_request_seconds", MetricType::Histogram, {metric})}), expected);
  metric.histogram.bucket.push_back({5, std::numeric_limits<double>::infinity()});
  EXPECT_EQ(OpenMetricsText({Family("ferro_request_seconds", MetricType::Histogram, {metric})}), expected);
}

TEST(OpenMetricsTest, ConstantsAreInfos) {
  EXPECT_EQ(OpenMetricsText({Family("ferro_build_info", MetricType::Gauge, {Gauge(1, {{"version", "0.1"}})})}),
            "# TYPE ferro_build info\n"
            "# HELP ferro_build Help of ferro_build_info\n"
            "ferro_build_info{version=\"0.1\"} 1\n"
            "# EOF\n");
}

TEST(OpenMetricsTest, TextIsEscapedAndNumbersAreExact) {
  const std::string text = OpenMetricsText(
      {Family("a", MetricType::Gauge, {Gauge(0.1, {{"key", "say \"a\\b\"\n"}}), Gauge(1e300), Gauge(-0.25)}),
       Family("b", MetricType::Gauge, {Gauge(std::nan("")), Gauge(-std::numeric_limits<double>::infinity())})});
  EXPECT_NE(text.find("a{key=\"say \\\"a\\\\b\\\"\\n\"} 0.1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\na 1e+300\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\na -0.25\n"), std::string::npos);
  EXPECT_NE(text.find("\nb NaN\nb -Inf\n"), std::string::npos);
}

TEST(OpenMetricsTest, NothingAtAll) {
  EXPECT_EQ(OpenMetricsText({}), "# EOF\n");
  EXPECT_EQ(OpenMetricsText({Family("a", MetricType::Gauge, {})}), "# EOF\n");
}

}  // namespace
}  // namespace ferro::router
