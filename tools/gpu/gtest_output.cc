#include "tools/gpu/gtest_output.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace ferro::gpu {
namespace {

constexpr size_t kMaxMessage = 600;
constexpr absl::string_view kRun = "[ RUN      ] ";
constexpr std::pair<absl::string_view, Outcome> kEnds[] = {
    {"[       OK ] ", Outcome::kPassed}, {"[  FAILED  ] ", Outcome::kFailed}, {"[  SKIPPED ] ", Outcome::kSkipped}};

// What follows `marker` in the line, which a driver may have begun with words of its own.
bool After(absl::string_view line, absl::string_view marker, absl::string_view& rest) {
  const size_t at = line.find(marker);
  if (at == line.npos) return false;
  rest = line.substr(at + marker.size());
  return true;
}

}  // namespace

GtestProgress ReadGtestOutput(absl::string_view output) {
  GtestProgress progress;
  std::string message;
  for (const absl::string_view line : absl::StrSplit(output, '\n')) {
    absl::string_view rest;
    if (After(line, kRun, rest)) {
      progress.running = std::string(rest);
      message.clear();
      continue;
    }
    if (progress.running.empty()) continue;
    bool ended = false;
    for (const auto& [marker, outcome] : kEnds) {
      // The name, then ` (3 ms)` or `, where GetParam() = ...`.
      if (!After(line, marker, rest) || !absl::ConsumePrefix(&rest, progress.running)) continue;
      if (!rest.empty() && rest[0] != ' ' && rest[0] != ',') continue;
      progress.done.push_back({progress.running, outcome, outcome == Outcome::kFailed ? message : ""});
      ended = true;
    }
    if (ended) {
      progress.running.clear();
      continue;
    }
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (text.empty() || message.size() >= kMaxMessage) continue;
    absl::StrAppend(&message, message.empty() ? "" : " | ", text);
    if (message.size() > kMaxMessage) message.resize(kMaxMessage);
  }
  return progress;
}

}  // namespace ferro::gpu
