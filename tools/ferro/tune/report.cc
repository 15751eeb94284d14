#include "tools/ferro/tune/report.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace ferro {
namespace {

using opencl::TunedProblem;

constexpr int kNameWidth = 34;

bool Changed(const TunedProblem& problem) { return problem.tuned_text != problem.default_text; }

std::string Time(double seconds) {
  return seconds < 1e-3 ? absl::StrFormat("%.1f us", seconds * 1e6) : absl::StrFormat("%.2f ms", seconds * 1e3);
}

void AppendRow(const std::string& name, double before, double after, std::string& text) {
  const double gain = after > 0 ? (before / after - 1) * 100 : 0;
  absl::StrAppendFormat(&text, "  %-*s %12s %12s %+7.1f %%\n", kNameWidth, name, Time(before), Time(after), gain);
}

void AppendProblem(const TunedProblem& problem, std::string& text) {
  absl::StrAppendFormat(&text, "%-*s %12s %12s %9s\n", kNameWidth + 2, problem.name, "default", "best", "gain");
  for (const opencl::TunedShape& shape : problem.shapes) {
    AppendRow(shape.name, shape.default_seconds, shape.tuned_seconds, text);
  }
  AppendRow("all that a pass does", problem.default_seconds, problem.tuned_seconds, text);
  absl::StrAppend(&text, "  default  ", problem.default_text, "\n  best     ",
                  Changed(problem) ? problem.tuned_text : "the default", "\n  ", problem.tried, " others tried",
                  problem.finished ? "" : ", then the time was over", "\n\n");
}

}  // namespace

std::string TuneText(const opencl::TuneOutcome& outcome) {
  std::string text;
  for (const TunedProblem& problem : outcome.problems) AppendProblem(problem, text);
  for (const std::string& rejected : outcome.rejected) absl::StrAppend(&text, "rejected: ", rejected, "\n");
  return text;
}

std::string TuneProgressLine(const opencl::TuneProgress& progress, int width) {
  const double faster = 1 / std::max(1 - progress.gain, 1e-3) - 1;
  const std::string line =
      absl::StrFormat("%3d%%  %s: %d tried, %.0f %% faster", static_cast<int>(progress.share * 100), progress.problem,
                      progress.tried, faster * 100);
  return line.substr(0, static_cast<size_t>(std::max(width, 0)));
}

bool FoundFaster(const opencl::TuneOutcome& outcome) {
  return std::any_of(outcome.problems.begin(), outcome.problems.end(), Changed);
}

std::vector<opencl::TuningGain> GainsOf(const opencl::TuneOutcome& outcome) {
  std::vector<opencl::TuningGain> gains;
  for (const TunedProblem& problem : outcome.problems) {
    if (Changed(problem)) gains.push_back({problem.name, problem.default_seconds * 1e3, problem.tuned_seconds * 1e3});
  }
  return gains;
}

}  // namespace ferro
