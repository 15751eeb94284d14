#include "tools/gpu/programs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "tools/gpu/gtest_output.h"

namespace ferro::gpu {
namespace {

namespace fs = std::filesystem;

constexpr char kNoTime[] = "not run: the time of the whole run is used up";
constexpr char kLate[] = "not done after ";  // as RunChild says it
constexpr int kMaxLate = 2;
constexpr int kMaxStarts = 40;

}  // namespace

std::string FailureOf(const opencl::ChildResult& result) {
  const std::string failure = result.failure.empty() ? "ended without a result" : result.failure;
  return result.last_error.empty() ? failure : absl::StrCat(failure, "; its last words: ", result.last_error);
}

opencl::ChildResult Programs::Run(const std::string& path, const std::vector<std::string>& arguments,
                                  const Environment& environment) const {
  const absl::Duration left = absl::Trunc(deadline_ - absl::Now(), absl::Seconds(1));
  if (left <= absl::ZeroDuration()) return {"", "", kNoTime};
  const StartCommand start = own_.ForProgram(absl::StrCat(home_, "/", path));
  opencl::ChildCommand command = {start.executable, start.arguments, environment, std::min(limit_, left)};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  return opencl::RunChild(command);
}

std::vector<Verdict> Programs::RunTests(const std::string& path, const std::string& filter,
                                        const Environment& environment) const {
  const std::string program = fs::path(path).filename();
  std::vector<Verdict> verdicts;
  std::string left_out;
  int late = 0;
  for (int start = 0; start < kMaxStarts; ++start) {
    const std::string remaining = left_out.empty() ? filter : absl::StrCat(filter, "-", left_out);
    const opencl::ChildResult result = Run(path, {absl::StrCat("--gtest_filter=", remaining)}, environment);
    GtestProgress progress = ReadGtestOutput(result.out);
    const bool some_failed = std::any_of(progress.done.begin(), progress.done.end(),
                                         [](const Verdict& v) { return v.outcome == Outcome::kFailed; });
    if (!progress.running.empty()) progress.done.push_back({progress.running, Outcome::kFailed, FailureOf(result)});
    for (Verdict& verdict : progress.done) {
      absl::StrAppend(&left_out, left_out.empty() ? "" : ":", verdict.name);
      verdicts.push_back(std::move(verdict));
    }
    if (progress.running.empty()) {
      // A program whose tests failed exits with 1; anything else is not of a test.
      if (!result.failure.empty() && !(some_failed && result.failure == "exited with 1")) {
        verdicts.push_back({program, Outcome::kFailed, FailureOf(result)});
      }
      break;
    }
    if (absl::StartsWith(result.failure, kLate) && ++late == kMaxLate) {
      verdicts.push_back({program, Outcome::kFailed, "its other tests were not run: it took too long twice"});
      break;
    }
  }
  if (std::all_of(verdicts.begin(), verdicts.end(), [](const Verdict& v) { return v.outcome == Outcome::kSkipped; })) {
    verdicts.push_back({program, Outcome::kFailed, "no test ran on this device"});
  }
  return verdicts;
}

std::vector<std::string> Programs::List(const std::string& folder) const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(home_ + "/" + folder, error), end; !error && it != end; it.increment(error)) {
    names.push_back(it->path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace ferro::gpu
