#include "tools/ferro/profile/pass_profiler.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

constexpr int kMostProfiledSteps = 16;

absl::Status CheckNames(const opencl::LaunchRepeats& repeats, const LaunchTable& table) {
  for (const std::string& wanted : {repeats.skipped, repeats.doubled}) {
    const auto named = [&](const LaunchRow& row) { return absl::StartsWith(row.name, wanted); };
    if (wanted.empty() || std::any_of(table.rows().begin(), table.rows().end(), named)) continue;
    const auto name = [](std::string* out, const LaunchRow& row) { out->append(row.name); };
    return absl::InvalidArgumentError(
        absl::StrCat("no launch starts with '", wanted, "'; there are: ", absl::StrJoin(table.rows(), ", ", name)));
  }
  return absl::OkStatus();
}

}  // namespace

double HostTimes::median() const {
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
double HostTimes::min() const { return *std::min_element(seconds.begin(), seconds.end()); }
double HostTimes::max() const { return *std::max_element(seconds.begin(), seconds.end()); }

absl::StatusOr<PassProfile> PassProfiler::Run(const BenchTest& test, int repeat, const opencl::LaunchRepeats& repeats) {
  PassProfile profile;
  profile.test = test;
  const absl::Status status = test.is_prefill() ? RunPrefill(repeat, repeats, profile) : RunDecode(repeats, profile);
  context_.SetRepeats({});
  FERRO_RETURN_IF_ERROR(status);
  return profile;
}

absl::Status PassProfiler::RunPrefill(int repeat, const opencl::LaunchRepeats& repeats, PassProfile& profile) {
  const int tokens = profile.test.tokens;
  FERRO_RETURN_IF_ERROR(TimePrompt(tokens, nullptr).status());  // compiles, makes the launches
  FERRO_RETURN_IF_ERROR(context_.SetProfiling(true));
  for (; profile.items < repeat; ++profile.items) {
    FERRO_RETURN_IF_ERROR(TimePrompt(tokens, &profile.table).status());
  }
  FERRO_RETURN_IF_ERROR(context_.SetProfiling(false));
  const auto time = [&](HostTimes& times) -> absl::Status {
    for (int i = 0; i < repeat; ++i) {
      FERRO_ASSIGN_OR_RETURN(times.seconds.emplace_back(), TimePrompt(tokens, nullptr));
    }
    return absl::OkStatus();
  };
  FERRO_RETURN_IF_ERROR(time(profile.host));
  if (!repeats.any()) return absl::OkStatus();
  FERRO_RETURN_IF_ERROR(CheckNames(repeats, profile.table));
  context_.SetRepeats(repeats);
  return time(profile.changed);
}

absl::Status PassProfiler::RunDecode(const opencl::LaunchRepeats& repeats, PassProfile& profile) {
  const BenchTest& test = profile.test;
  if (test.tokens < kLeastSteps) {
    return absl::InvalidArgumentError(
        absl::StrCat("a profile of ", test.tokens, " decode steps; it takes at least ", kLeastSteps));
  }
  FERRO_RETURN_IF_ERROR(FillSlots(test));
  LaunchTable warm_up;
  FERRO_RETURN_IF_ERROR(ProfileSteps(test, 0, 1, warm_up));
  profile.items = std::min(kMostProfiledSteps, (test.tokens - 1) / 2);
  FERRO_RETURN_IF_ERROR(context_.SetProfiling(true));
  FERRO_RETURN_IF_ERROR(ProfileSteps(test, 1, profile.items, profile.table));
  FERRO_RETURN_IF_ERROR(context_.SetProfiling(false));
  const int first = 1 + profile.items, rest = test.tokens - first;
  FERRO_RETURN_IF_ERROR(TimeSteps(test, first, rest, profile.host));
  if (!repeats.any()) return absl::OkStatus();
  FERRO_RETURN_IF_ERROR(CheckNames(repeats, profile.table));
  // Again from the start, so that both see the same positions. Scratch memory holds what whole passes left there: what
  // reads the results of a launch that is left out reads those.
  FERRO_RETURN_IF_ERROR(FillSlots(test));
  FERRO_RETURN_IF_ERROR(ProfileSteps(test, 0, first, warm_up));
  context_.SetRepeats(repeats);
  return TimeSteps(test, first, rest, profile.changed);
}

absl::StatusOr<double> PassProfiler::TimePrompt(int tokens, LaunchTable* table) {
  FERRO_RETURN_IF_ERROR(model_.ResetSlot(0));
  FERRO_RETURN_IF_ERROR(context_.Finish());
  const double start = now_();
  for (int position = 0; position < tokens;) {
    const int rows = std::min(tokens - position, model_.max_pass_rows());
    const std::vector<int32_t> part = RandomTokens(rows);
    const SequenceStep step = {0, position, part, RowRole::kPrefill, position + rows == tokens};
    FERRO_RETURN_IF_ERROR(model_.Forward({&step, 1}).status());
    if (table != nullptr) FERRO_RETURN_IF_ERROR(TakeTimes(position + 1, rows, /*sequences=*/false, *table));
    position += rows;
  }
  return now_() - start;
}

absl::Status PassProfiler::FillSlots(const BenchTest& test) {
  for (int slot = 0; slot < test.sequences; ++slot) {
    FERRO_RETURN_IF_ERROR(model_.ResetSlot(slot));
    for (int position = 0; position < test.depth;) {
      const std::vector<int32_t> part = RandomTokens(std::min(test.depth - position, model_.max_pass_rows()));
      const SequenceStep step = {slot, position, part, RowRole::kPrefill, false};
      FERRO_RETURN_IF_ERROR(model_.Forward({&step, 1}).status());
      position += static_cast<int>(part.size());
    }
  }
  return absl::OkStatus();
}

absl::Status PassProfiler::ProfileSteps(const BenchTest& test, int first, int count, LaunchTable& table) {
  for (int step = first; step < first + count; ++step) {
    FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<ChosenTokens> chosen, Step(test, step));
    if (chosen != nullptr) FERRO_RETURN_IF_ERROR(chosen->Wait().status());
    FERRO_RETURN_IF_ERROR(TakeTimes(test.depth + step + 1, test.sequences, /*sequences=*/true, table));
  }
  return absl::OkStatus();
}

absl::Status PassProfiler::TimeSteps(const BenchTest& test, int first, int count, HostTimes& times) {
  std::unique_ptr<ChosenTokens> before;
  double start = now_();
  const auto finish = [&](std::unique_ptr<ChosenTokens> step) -> absl::Status {
    if (step != nullptr) FERRO_RETURN_IF_ERROR(step->Wait().status());
    const double end = now_();
    times.seconds.push_back(end - start);
    start = end;
    return absl::OkStatus();
  };
  const bool ahead = test.choice == TokenChoice::kGreedy;
  for (int step = first; step < first + count; ++step) {
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<ChosenTokens> next, Step(test, step));
    if (before != nullptr || !ahead) FERRO_RETURN_IF_ERROR(finish(std::move(before)));
    before = std::move(next);
  }
  return before == nullptr ? absl::OkStatus() : finish(std::move(before));
}

absl::StatusOr<std::unique_ptr<ChosenTokens>> PassProfiler::Step(const BenchTest& test, int step) {
  const std::vector<int32_t> tokens = RandomTokens(test.sequences);
  std::vector<SequenceStep> steps;
  for (int slot = 0; slot < test.sequences; ++slot) {
    steps.push_back({slot, test.depth + step, {&tokens[slot], 1}, RowRole::kDecode, true});
  }
  if (test.choice == TokenChoice::kGreedy) return model_.ForwardGreedy(steps);
  FERRO_RETURN_IF_ERROR(model_.Forward(steps).status());
  return nullptr;
}

absl::Status PassProfiler::TakeTimes(int first_keys, int rows, bool sequences, LaunchTable& table) {
  FERRO_ASSIGN_OR_RETURN(const std::vector<opencl::LaunchTime> times, context_.TakeTimes());
  std::vector<opencl::RowKeys> keys(rows);
  for (int row = 0; row < rows; ++row) {
    keys[row] = sequences ? opencl::RowKeys{row, first_keys} : opencl::RowKeys{0, first_keys + row};
  }
  table.Add(times, keys);
  return absl::OkStatus();
}

std::vector<int32_t> PassProfiler::RandomTokens(int n) {
  std::vector<int32_t> tokens(n);
  for (int32_t& token : tokens) token = static_cast<int32_t>(random_() % model_.vocab_size());
  return tokens;
}

}  // namespace ferro
