// Runs a prompt or decode steps of a model on an OpenCL device and takes the times of both sides: what each launch took
// there, what a step took here.
#ifndef FERRO_TOOLS_FERRO_PROFILE_PASS_PROFILER_H_
#define FERRO_TOOLS_FERRO_PROFILE_PASS_PROFILER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/models/causal_model.h"
#include "engine/opencl/context.h"
#include "engine/opencl/launch_repeats.h"
#include "engine/opencl/launch_work.h"
#include "tools/ferro/bench/runner.h"
#include "tools/ferro/profile/launch_table.h"

namespace ferro {

// Times on the host, one an item: a prompt, or a decode step of all sequences. Not empty once measured.
struct HostTimes {
  std::vector<double> seconds;
  double median() const;
  double min() const;
  double max() const;
};

struct PassProfile {
  BenchTest test;
  int items = 0;      // prompts or steps in the table
  LaunchTable table;  // of all items
  HostTimes host;     // of other items, while the device's times were not taken, since that slows it
  HostTimes changed;  // the same with launches left out or run twice; empty where none were
};

// The least steps of a decode test: one to warm up, one with times of launches, one without.
constexpr int kLeastSteps = 3;

// Tokens are random. A greedy test lets the device choose too, without following its choice; a sampled one does not
// sample. `now` returns seconds of a steady clock. Not thread-safe; all arguments must outlive it.
class PassProfiler {
 public:
  PassProfiler(CausalModel& model, opencl::Context& context, std::function<double()> now)
      : model_(model), context_(context), now_(std::move(now)) {}

  // A prefill test runs 1 + 2 * repeat prompts. A decode test fills its slots, then runs its test.tokens steps, of
  // which up to 16 go into the table. `repeats`: host times with these launches changed are taken as well, on further
  // items. kInvalidArgument: fewer than kLeastSteps steps, or a name in `repeats` that no launch of this test starts
  // with. Else the model's errors. Leaves the context without profiling and with all launches once.
  absl::StatusOr<PassProfile> Run(const BenchTest& test, int repeat, const opencl::LaunchRepeats& repeats);

 private:
  absl::Status RunPrefill(int repeat, const opencl::LaunchRepeats& repeats, PassProfile& profile);
  absl::Status RunDecode(const opencl::LaunchRepeats& repeats, PassProfile& profile);

  absl::StatusOr<double> TimePrompt(int tokens, LaunchTable* table);
  absl::Status FillSlots(const BenchTest& test);
  // Steps at positions test.depth + [first, first + count), into the table or, each one ahead of the one before, timed.
  absl::Status ProfileSteps(const BenchTest& test, int first, int count, LaunchTable& table);
  absl::Status TimeSteps(const BenchTest& test, int first, int count, HostTimes& times);
  // Enqueues a pass; the result, where there is one, is to be waited for.
  absl::StatusOr<std::unique_ptr<ChosenTokens>> Step(const BenchTest& test, int step);
  // Moves the launches since the last call into the table. `first_keys`: of the first of `rows` rows; `sequences`: the
  // rows are as many sequences of equal length, else one.
  absl::Status TakeTimes(int first_keys, int rows, bool sequences, LaunchTable& table);
  std::vector<int32_t> RandomTokens(int n);

  CausalModel& model_;
  opencl::Context& context_;
  std::function<double()> now_;
  std::mt19937 random_{1};
};

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_PROFILE_PASS_PROFILER_H_
