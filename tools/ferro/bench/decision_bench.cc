#include "tools/ferro/bench/decision_bench.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "engine/models/lfm2_decision/products.h"
#include "tools/ferro/bench/report.h"

namespace ferro {
namespace {

double Rounded(double value, double per_unit) { return std::round(value * per_unit) / per_unit; }

double Least(const DecisionTiming& timing) { return *std::min_element(timing.seconds.begin(), timing.seconds.end()); }
double Most(const DecisionTiming& timing) { return *std::max_element(timing.seconds.begin(), timing.seconds.end()); }

}  // namespace

double DecisionTiming::median() const {
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 2];
}

double DecisionBenchReport::ShareOfPeak(const DecisionTiming& timing) const {
  const auto rate = peak.gmac_s.find(isa);
  if (rate == peak.gmac_s.end() || rate->second <= 0) return 0;
  return products / timing.median() / 1e9 / rate->second;
}

absl::Status TimeDecisions(DecisionEngine& engine, const DecisionRequest& request, int repeat,
                           const std::function<double()>& now, const std::function<absl::Status()>& before_round,
                           DecisionBenchReport& report) {
  std::vector<DecisionRequest> alone;
  for (const DecisionItem& item : request.items) alone.emplace_back().items = {item};
  FERRO_ASSIGN_OR_RETURN(const DecisionReply reply, engine.Decide(request));
  report.requests = static_cast<int>(reply.items.size());
  for (const std::vector<AnsweredQuestion>& of_item : reply.items) {
    for (const AnsweredQuestion& question : of_item) {
      ++report.questions;
      report.tokens += question.input_tokens;
      report.options += static_cast<double>(question.answer.probabilities.size());
    }
  }
  report.products = DecisionProducts(engine.config(), report.tokens, report.options);
  report.timings = {{"all at once", {}}};
  if (alone.size() > 1) report.timings.push_back({"one at a time", {}});
  for (int round = 0; round < repeat; ++round) {
    if (before_round != nullptr) FERRO_RETURN_IF_ERROR(before_round());
    double begin = now();
    FERRO_RETURN_IF_ERROR(engine.Decide(request).status());
    report.timings[0].seconds.push_back(now() - begin);
    if (report.timings.size() == 1) continue;
    begin = now();
    for (const DecisionRequest& one : alone) FERRO_RETURN_IF_ERROR(engine.Decide(one).status());
    report.timings[1].seconds.push_back(now() - begin);
  }
  return absl::OkStatus();
}

Json DecisionBenchJson(const DecisionBenchReport& report) {
  Json json = {{"library", absl::StrCat("ferro ", kVersion)},
               {"system_info", report.backend},
               {"model", report.model},
               {"threads", report.threads},
               {"decision_batch", report.batch_tokens},
               {"repeat", report.timings.at(0).seconds.size()},
               {"requests", report.requests},
               {"questions", report.questions},
               {"tokens", report.tokens},
               {"tests", Json::array()}};
  for (const DecisionTiming& timing : report.timings) {
    Json test = {{"test", timing.name},
                 {"tok_s", Rounded(report.tokens / timing.median(), 100)},
                 {"min", Rounded(report.tokens / Most(timing), 100)},
                 {"max", Rounded(report.tokens / Least(timing), 100)},
                 {"ms", Rounded(1e3 * timing.median(), 1000)},
                 {"gmac_s", Rounded(report.products / timing.median() / 1e9, 1000)}};
    if (const double share = report.ShareOfPeak(timing); share > 0) test["bound"] = Rounded(share, 1000);
    json["tests"].push_back(test);
  }
  json["machine"] = MachineJson(report.peak, report.isa);
  return json;
}

std::string DecisionBenchText(const DecisionBenchReport& report) {
  std::string out = absl::StrFormat(
      "%s on %s, %d threads, median of %d\n%d questions in %d requests, %.0f tokens, passes of up to %d\n\n"
      "%-14s %10s %10s %10s %10s %10s %8s\n",
      report.model, report.backend, report.threads, report.timings.at(0).seconds.size(), report.questions,
      report.requests, report.tokens, report.batch_tokens, "test", "ms", "tok/s", "min", "max", "GMAC/s", "of peak");
  for (const DecisionTiming& timing : report.timings) {
    absl::StrAppendFormat(&out, "%-14s %10.1f %10.1f %10.1f %10.1f %10.1f", timing.name, 1e3 * timing.median(),
                          report.tokens / timing.median(), report.tokens / Most(timing), report.tokens / Least(timing),
                          report.products / timing.median() / 1e9);
    if (const double share = report.ShareOfPeak(timing); share > 0)
      absl::StrAppendFormat(&out, " %7.1f%%", 100 * share);
    out += "\n";
  }
  if (report.isa.empty()) return out;  // the machine's peaks are those of its processor
  absl::StrAppend(&out, "\n", MachineText(report.peak, report.isa),
                  "GMAC/s: matrix products alone; attention comes on top. Times include building prompts.\n");
  return out;
}

}  // namespace ferro
