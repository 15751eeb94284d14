#include "router/metrics/open_metrics.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace ferro::router {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<ClientMetric::Label>;

// The shortest text that reads back as the same number.
std::string Number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  char text[32];
  const auto result = std::to_chars(text, text + sizeof(text), value);
  return std::string(text, result.ptr);
}

// A bucket's bound is a label, so scrapers compare its text: `1.0` is the one spelling of a whole number.
std::string Bound(double value) {
  std::string text = Number(value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\n", "\\n"}, {"\"", "\\\""}});
}

void AppendSample(absl::string_view name, const Labels& labels, absl::string_view value, std::string* out,
                  absl::string_view bound = "") {
  absl::StrAppend(out, name);
  const char* separator = "{";
  for (const ClientMetric::Label& label : labels) {
    absl::StrAppend(out, separator, label.name, "=\"", Escaped(label.value), "\"");
    separator = ",";
  }
  if (!bound.empty()) absl::StrAppend(out, separator, "le=\"", bound, "\"");
  if (!labels.empty() || !bound.empty()) absl::StrAppend(out, "}");
  absl::StrAppend(out, " ", value, "\n");
}

void AppendHistogram(absl::string_view name, const ClientMetric& metric, std::string* out) {
  const std::string bucket_name = absl::StrCat(name, "_bucket");
  double last = -std::numeric_limits<double>::infinity();
  for (const ClientMetric::Bucket& bucket : metric.histogram.bucket) {
    AppendSample(bucket_name, metric.label, absl::StrCat(bucket.cumulative_count), out, Bound(bucket.upper_bound));
    last = bucket.upper_bound;
  }
  // The standard demands the last bucket even where nothing filled it.
  const std::string count = absl::StrCat(metric.histogram.sample_count);
  if (!std::isinf(last) || last < 0) AppendSample(bucket_name, metric.label, count, out, "+Inf");
  AppendSample(absl::StrCat(name, "_count"), metric.label, count, out);
  AppendSample(absl::StrCat(name, "_sum"), metric.label, Number(metric.histogram.sample_sum), out);
}

// Names with a colon are other programs' and follow no rule about units.
absl::string_view UnitOf(absl::string_view family) {
  if (absl::StrContains(family, ':')) return "";
  for (const absl::string_view unit : {"seconds", "bytes", "ratio"}) {
    if (absl::EndsWith(family, absl::StrCat("_", unit))) return unit;
  }
  return "";
}

void AppendFamily(const MetricFamily& family, std::string* out) {
  absl::string_view name = family.name;
  const bool is_info = family.type == MetricType::Gauge && absl::ConsumeSuffix(&name, "_info");
  if (family.type == MetricType::Counter) absl::ConsumeSuffix(&name, "_total");
  const char* type = "unknown";
  if (family.type == MetricType::Counter) type = "counter";
  if (family.type == MetricType::Gauge) type = is_info ? "info" : "gauge";
  if (family.type == MetricType::Histogram) type = "histogram";
  absl::StrAppend(out, "# TYPE ", name, " ", type, "\n");
  if (const absl::string_view unit = UnitOf(name); !unit.empty()) {
    absl::StrAppend(out, "# UNIT ", name, " ", unit, "\n");
  }
  absl::StrAppend(out, "# HELP ", name, " ", Escaped(family.help), "\n");
  for (const ClientMetric& metric : family.metric) {
    switch (family.type) {
      case MetricType::Counter:
        AppendSample(absl::StrCat(name, "_total"), metric.label, Number(metric.counter.value), out);
        break;
      case MetricType::Gauge:
        AppendSample(family.name, metric.label, Number(metric.gauge.value), out);
        break;
      case MetricType::Histogram:
        AppendHistogram(name, metric, out);
        break;
      case MetricType::Summary:
      case MetricType::Untyped:
        AppendSample(name, metric.label, Number(metric.untyped.value), out);
        break;
    }
  }
}

}  // namespace

std::string OpenMetricsText(const std::vector<MetricFamily>& families) {
  std::string out;
  for (const MetricFamily& family : families) {
    // A family that nothing was counted in yet says nothing.
    if (!family.metric.empty()) AppendFamily(family, &out);
  }
  return absl::StrCat(out, "# EOF\n");
}

}  // namespace ferro::router
