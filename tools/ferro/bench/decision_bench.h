// Times a decision model on a request.
#ifndef FERRO_TOOLS_FERRO_BENCH_DECISION_BENCH_H_
#define FERRO_TOOLS_FERRO_BENCH_DECISION_BENCH_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/json.h"
#include "engine/kernels/peak/machine_peak.h"
#include "engine/schedule/decision/decision_engine.h"

namespace ferro {

// One way of asking everything.
struct DecisionTiming {
  std::string name;             // "all at once", "one at a time"
  std::vector<double> seconds;  // one a repetition, prompts and answers included
  double median() const;
};

struct DecisionBenchReport {
  std::string model;  // file name
  std::string backend;
  std::string isa;  // the set in use; empty where there is none
  int threads = 0;
  int batch_tokens = 0;
  int requests = 0, questions = 0;
  double tokens = 0, options = 0;
  double products = 0;  // of all of it
  std::vector<DecisionTiming> timings;
  MachinePeak peak;

  // Of the machine's int8 multiply-adds; 0 = not known.
  double ShareOfPeak(const DecisionTiming& timing) const;
};

// Fills what follows from the request and the timings: everything in one call, and its requests one call after the
// other (left out if there is one). Runs interleaved, `repeat` times each after an untimed one; `before_round` (may be
// null) is called before each. `now` returns seconds of a steady clock.
absl::Status TimeDecisions(DecisionEngine& engine, const DecisionRequest& request, int repeat,
                           const std::function<double()>& now, const std::function<absl::Status()>& before_round,
                           DecisionBenchReport& report);

// {"library", "system_info", "model", "threads", "decision_batch", "repeat", "requests", "questions", "tokens",
// "tests":
// [{"test", "tok_s", "min", "max", "ms", "gmac_s", "bound"}], "machine"}.
Json DecisionBenchJson(const DecisionBenchReport& report);
std::string DecisionBenchText(const DecisionBenchReport& report);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_BENCH_DECISION_BENCH_H_
