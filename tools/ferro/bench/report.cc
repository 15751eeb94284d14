#include "tools/ferro/bench/report.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/version.h"

namespace ferro {
namespace {

double Rounded(double value, double per_unit) { return std::round(value * per_unit) / per_unit; }

std::string SystemInfo(const BenchReport& report) { return report.backend; }

}  // namespace

double UnitsPerToken(const BenchReport& report, const BenchTest& test) {
  if (test.is_prefill()) return report.work.prefill_macs;
  // A step reads the rows before it and its own; the depth grows by one each step.
  const double depth = test.depth + (test.tokens + 1) / 2.0;
  return report.work.DecodeBytes(test.sequences, depth, report.kv_type) / test.sequences;
}

double BoundTokensPerSecond(const BenchReport& report, const BenchTest& test) {
  const double units = UnitsPerToken(report, test);
  if (report.isa.empty() || units <= 0) return 0;
  if (!test.is_prefill()) return 1e9 * report.peak.read_gb_s / units;
  const auto rate = report.peak.gmac_s.find(report.isa);
  return rate == report.peak.gmac_s.end() ? 0 : 1e9 * rate->second / units;
}

Json MachineJson(const MachinePeak& peak, const std::string& isa) {
  Json rates = Json::object();
  for (const auto& [name, rate] : peak.gmac_s) rates[name] = Rounded(rate, 10);
  return {{"threads", peak.threads},
          {"isa", isa},
          {"gmac_s", rates},
          {"read_gb_s", Rounded(peak.read_gb_s, 100)},
          {"read_mib", peak.read_bytes >> 20}};
}

std::string MachineText(const MachinePeak& peak, const std::string& isa) {
  std::string out = absl::StrFormat("machine, %d thread%s\n", peak.threads, peak.threads == 1 ? "" : "s");
  for (const auto& [name, rate] : peak.gmac_s) {
    absl::StrAppendFormat(&out, "  %-12s %9.1f G int8 multiply-adds/s%s\n", name, rate,
                          name == isa ? "  (in use)" : "");
  }
  absl::StrAppendFormat(&out, "  %-12s %9.1f GB/s (of %d MiB)\n", "read", peak.read_gb_s, peak.read_bytes >> 20);
  return out;
}

Json BenchJson(const BenchReport& report) {
  Json json = {{"library", absl::StrCat("ferro ", kVersion)},
               {"system_info", SystemInfo(report)},
               {"model", report.model},
               {"threads", report.threads},
               {"ubatch", report.pass_rows},
               {"kv", report.kv_dtype},
               {"repeat", report.repeat},
               {"tests", Json::array()}};
  for (const BenchResult& result : report.results) {
    Json test = {{"test", result.test.is_prefill() ? "prefill" : "decode"}, {"tokens", result.test.tokens}};
    if (!result.test.is_prefill()) {
      test["depth"] = result.test.depth;
      test["sequences"] = result.test.sequences;
      test["choose"] = std::string(TokenChoiceName(result.test.choice));
    }
    test["tok_s"] = Rounded(result.median(), 100);
    test["min"] = Rounded(result.min(), 100);
    test["max"] = Rounded(result.max(), 100);
    const double used = 1e-9 * UnitsPerToken(report, result.test) * result.median();
    test[result.test.is_prefill() ? "gmac_s" : "gb_s"] = Rounded(used, 1000);
    const double bound = BoundTokensPerSecond(report, result.test);
    if (bound > 0) test["bound"] = Rounded(result.median() / bound, 1000);
    json["tests"].push_back(test);
  }
  json["machine"] = MachineJson(report.peak, report.isa);
  return json;
}

std::string BenchText(const BenchReport& report) {
  std::string out =
      absl::StrFormat("%s on %s, %d threads, kv %s, median of %d\n\n%-19s %6s %5s %10s %10s %10s %10s %6s\n",
                      report.model, report.backend, report.threads, report.kv_dtype, report.repeat, "test", "depth",
                      "seqs", "tok/s", "min", "max", "bound", "of it");
  for (const BenchResult& result : report.results) {
    const BenchTest& test = result.test;
    const std::string name = test.is_prefill()
                                 ? absl::StrCat("prefill ", test.tokens)
                                 : absl::StrCat("decode ", test.tokens, ", ", TokenChoiceName(test.choice));
    const double bound = BoundTokensPerSecond(report, test);
    absl::StrAppendFormat(&out, "%-19s %6d %5d %10.1f %10.1f %10.1f", name, test.depth, std::max(1, test.sequences),
                          result.median(), result.min(), result.max());
    if (bound > 0) absl::StrAppendFormat(&out, " %10.1f %5.0f%%", bound, 100 * result.median() / bound);
    out += "\n";
  }
  if (report.isa.empty()) return out;  // the machine's peaks are those of its processor
  absl::StrAppend(
      &out, "\n", MachineText(report.peak, report.isa),
      "bounds: prefill by multiply-adds of the set in use, decode by bytes read from memory (small models exceed\n"
      "it: they fit the caches)\n");
  return out;
}

}  // namespace ferro
