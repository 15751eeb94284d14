#include "tools/ferro/profile/report.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace ferro {
namespace {

double Rounded(double value, double per_unit) { return std::round(value * per_unit) / per_unit; }

std::string TestText(const BenchTest& test) {
  if (test.is_prefill()) return absl::StrCat("prefill of ", test.tokens, " tokens");
  return absl::StrCat("decode step at depth ", test.depth, ", ", test.sequences,
                      test.sequences == 1 ? " sequence, " : " sequences, ", TokenChoiceName(test.choice));
}

std::string RepeatsText(const opencl::LaunchRepeats& repeats) {
  std::string text;
  if (!repeats.skipped.empty()) absl::StrAppend(&text, "without ", repeats.skipped);
  if (!repeats.doubled.empty()) absl::StrAppend(&text, text.empty() ? "" : ", ", "twice ", repeats.doubled);
  return text;
}

std::string PeakText(const opencl::DevicePeak& peak) {
  return absl::StrFormat(
      "ceilings of the device: read %.1f GB/s (of %d MiB), int8 %.1f GOP/s, float %.1f GOP/s\n"
      "a launch takes %.1f us one after the other, %.1f us of the host; with a readback of 4 bytes %.1f us\n",
      peak.read_gb_s, peak.read_bytes >> 20, peak.int8_gop_s, peak.float_gop_s, peak.launch_us, peak.enqueue_us,
      peak.readback_us);
}

void AppendRow(const LaunchRow& row, const PassProfile& pass, double total_seconds, const opencl::DevicePeak& peak,
               std::string& out) {
  const double us = 1e6 * row.seconds / pass.items;
  absl::StrAppendFormat(&out, "  %-34s %8.4g %11.1f %9.2f", row.name, static_cast<double>(row.launches) / pass.items,
                        us, 1e6 * row.seconds / static_cast<double>(row.launches));
  if (total_seconds > 0) {
    absl::StrAppendFormat(&out, " %5.1f%% %8.2f %9.1f", 100 * row.seconds / total_seconds, row.gb_s(), row.gop_s());
    const CeilingShare nearest = NearestCeiling(row, peak);
    if (!nearest.of.empty()) absl::StrAppendFormat(&out, " %6.1f%% %s", 100 * nearest.share, nearest.of);
  }
  out += "\n";
}

std::string PassText(const PassProfile& pass, const opencl::LaunchRepeats& repeats, const opencl::DevicePeak& peak) {
  const char* const item = pass.test.is_prefill() ? "prompt" : "step";
  std::string out =
      absl::StrFormat("\n%s, mean of %d\n  %-34s %8s %11s %9s %6s %8s %9s %s\n", TestText(pass.test), pass.items,
                      "kernel", "launches", "us", "us each", "share", "GB/s", "GOP/s", "of ceiling");
  const LaunchRow total = pass.table.Total();
  for (const LaunchRow& row : pass.table.ByTime()) AppendRow(row, pass, total.seconds, peak, out);
  AppendRow(total, pass, total.seconds, peak, out);
  absl::StrAppendFormat(&out, "  a %s takes the host %.3f ms (median of %d; %.3f to %.3f)", item,
                        1e3 * pass.host.median(), pass.host.seconds.size(), 1e3 * pass.host.min(),
                        1e3 * pass.host.max());
  if (total.seconds > 0) {
    const double device = total.seconds / pass.items;
    absl::StrAppendFormat(&out, ", its launches the device %.3f ms: %.0f%% of it\n", 1e3 * device,
                          100 * device / pass.host.median());
  } else {
    out += "; this driver does not tell how long launches take\n";
  }
  if (!pass.changed.seconds.empty()) {
    absl::StrAppendFormat(
        &out, "  %s: %.3f ms (median of %d; %.3f to %.3f), %+.3f ms. Its results are wrong on purpose.\n",
        RepeatsText(repeats), 1e3 * pass.changed.median(), pass.changed.seconds.size(), 1e3 * pass.changed.min(),
        1e3 * pass.changed.max(), 1e3 * (pass.changed.median() - pass.host.median()));
  }
  return out;
}

Json HostJson(const HostTimes& times) {
  return {{"median", Rounded(1e3 * times.median(), 1e4)},
          {"min", Rounded(1e3 * times.min(), 1e4)},
          {"max", Rounded(1e3 * times.max(), 1e4)}};
}

Json PeakJson(const opencl::DevicePeak& peak) {
  return {{"read_gb_s", Rounded(peak.read_gb_s, 100)},    {"read_mib", peak.read_bytes >> 20},
          {"int8_gop_s", Rounded(peak.int8_gop_s, 10)},   {"float_gop_s", Rounded(peak.float_gop_s, 10)},
          {"enqueue_us", Rounded(peak.enqueue_us, 100)},  {"launch_us", Rounded(peak.launch_us, 100)},
          {"readback_us", Rounded(peak.readback_us, 100)}};
}

Json KernelJson(const LaunchRow& row, const PassProfile& pass, double total_seconds, const opencl::DevicePeak& peak) {
  Json json = {{"name", row.name},
               {"launches", Rounded(static_cast<double>(row.launches) / pass.items, 100)},
               {"us", Rounded(1e6 * row.seconds / pass.items, 100)}};
  if (total_seconds <= 0) return json;
  json["share"] = Rounded(row.seconds / total_seconds, 1e4);
  json["gb_s"] = Rounded(row.gb_s(), 100);
  json["gop_s"] = Rounded(row.gop_s(), 10);
  const CeilingShare nearest = NearestCeiling(row, peak);
  if (nearest.of.empty()) return json;
  json["ceiling"] = std::string(nearest.of);
  json["of_ceiling"] = Rounded(nearest.share, 1e4);
  return json;
}

Json PassJson(const PassProfile& pass, const opencl::LaunchRepeats& repeats, const opencl::DevicePeak& peak) {
  const LaunchRow total = pass.table.Total();
  Json json = {{"test", pass.test.is_prefill() ? "prefill" : "decode"}};
  if (pass.test.is_prefill()) {
    json["tokens"] = pass.test.tokens;
  } else {
    json["depth"] = pass.test.depth;
    json["sequences"] = pass.test.sequences;
    json["choose"] = std::string(TokenChoiceName(pass.test.choice));
  }
  json["items"] = pass.items;
  json["host_ms"] = HostJson(pass.host);
  json["device_ms"] = Rounded(1e3 * total.seconds / pass.items, 1e4);
  json["launches"] = Rounded(static_cast<double>(total.launches) / pass.items, 100);
  json["kernels"] = Json::array();
  for (const LaunchRow& row : pass.table.rows()) {
    json["kernels"].push_back(KernelJson(row, pass, total.seconds, peak));
  }
  if (!pass.changed.seconds.empty()) {
    json["changed"] = {{"skipped", repeats.skipped}, {"doubled", repeats.doubled}, {"host_ms", HostJson(pass.changed)}};
  }
  return json;
}

}  // namespace

std::string ProfileText(const ProfileReport& report) {
  std::string out = absl::StrCat(report.model, " on ", report.backend);
  if (!report.kv_dtype.empty()) absl::StrAppend(&out, ", kv ", report.kv_dtype);
  out += "\n";
  if (report.peak.has_value()) {
    out += PeakText(*report.peak);
    for (const PassProfile& pass : report.passes) out += PassText(pass, report.repeats, *report.peak);
    out += "\n";
  }
  if (report.check.has_value()) absl::StrAppend(&out, report.check->Text(), "\n");
  return out;
}

Json ProfileJson(const ProfileReport& report) {
  Json json = {{"model", report.model}, {"backend", report.backend}, {"kv", report.kv_dtype}};
  if (report.peak.has_value()) {
    json["ceilings"] = PeakJson(*report.peak);
    json["passes"] = Json::array();
    for (const PassProfile& pass : report.passes)
      json["passes"].push_back(PassJson(pass, report.repeats, *report.peak));
  }
  if (report.check.has_value()) {
    // JSON knows no infinity.
    const double most = std::min(report.check->max_diff, 1e300);
    json["check"] = {{"max_diff", most}, {"different", report.check->different}, {"compared", report.check->compared}};
  }
  return json;
}

}  // namespace ferro
