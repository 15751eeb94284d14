#include "tools/ferro/bench/runner.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"

namespace ferro {

double BenchResult::median() const {
  std::vector<double> sorted = tok_s;
  std::sort(sorted.begin(), sorted.end());
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
double BenchResult::min() const { return *std::min_element(tok_s.begin(), tok_s.end()); }
double BenchResult::max() const { return *std::max_element(tok_s.begin(), tok_s.end()); }

std::vector<BenchTest> PlanTests(const std::vector<int>& prefill, int decode, const std::vector<int>& depths,
                                 const std::vector<int>& parallel) {
  std::vector<BenchTest> tests;
  for (const int tokens : prefill) tests.push_back({tokens, 0, 0});
  if (decode == 0) return tests;
  for (const int sequences : parallel) {
    for (const int depth : depths) tests.push_back({decode, depth, sequences});
  }
  return tests;
}

int ContextNeeded(const std::vector<BenchTest>& tests) {
  int context = 1;
  for (const BenchTest& test : tests) context = std::max(context, test.depth + test.tokens);
  return context;
}

int SlotsNeeded(const std::vector<BenchTest>& tests) {
  int slots = 1;
  for (const BenchTest& test : tests) slots = std::max(slots, test.sequences);
  return slots;
}

BenchRunner::BenchRunner(CausalModel& model, std::function<double()> now) : model_(model), now_(std::move(now)) {}

absl::StatusOr<std::vector<BenchResult>> BenchRunner::Run(const std::vector<BenchTest>& tests, int repeat,
                                                          const std::function<absl::Status(int round)>& before_round) {
  std::vector<BenchResult> results;
  for (const BenchTest& test : tests) results.push_back({test, {}});
  FERRO_RETURN_IF_ERROR(Fill(0, std::min(64, model_.context())));
  for (int round = 0; round < repeat; ++round) {
    if (before_round) FERRO_RETURN_IF_ERROR(before_round(round));
    for (BenchResult& result : results) {
      FERRO_ASSIGN_OR_RETURN(const double seconds, Time(result.test));
      const int sequences = std::max(1, result.test.sequences);
      result.tok_s.push_back(static_cast<double>(sequences) * result.test.tokens / seconds);
    }
  }
  return results;
}

absl::StatusOr<double> BenchRunner::Time(const BenchTest& test) {
  if (!test.is_prefill()) return TimeDecode(test);
  const double start = now_();
  FERRO_RETURN_IF_ERROR(Fill(0, test.tokens));
  return now_() - start;
}

absl::Status BenchRunner::Fill(int slot, int n) {
  FERRO_RETURN_IF_ERROR(model_.ResetSlot(slot));
  std::vector<int32_t> tokens;
  for (int position = 0; position < n; position += static_cast<int>(tokens.size())) {
    tokens.resize(std::min(n - position, model_.max_pass_rows()));
    for (int32_t& token : tokens) token = RandomToken();
    const bool is_last = position + static_cast<int>(tokens.size()) == n;
    const SequenceStep step = {slot, position, tokens, RowRole::kPrefill, is_last};
    FERRO_RETURN_IF_ERROR(model_.Forward({&step, 1}).status());
  }
  return absl::OkStatus();
}

absl::StatusOr<double> BenchRunner::TimeDecode(const BenchTest& test) {
  for (int slot = 0; slot < test.sequences; ++slot) FERRO_RETURN_IF_ERROR(Fill(slot, test.depth));
  std::vector<int32_t> tokens(test.sequences);
  std::vector<SequenceStep> steps;
  for (int slot = 0; slot < test.sequences; ++slot) {
    steps.push_back({slot, 0, {&tokens[slot], 1}, RowRole::kDecode, true});
  }
  const double start = now_();
  for (int i = 0; i < test.tokens; ++i) {
    for (int slot = 0; slot < test.sequences; ++slot) {
      tokens[slot] = RandomToken();
      steps[slot].start_position = test.depth + i;
    }
    FERRO_RETURN_IF_ERROR(model_.Forward(steps).status());
  }
  return now_() - start;
}

int32_t BenchRunner::RandomToken() { return static_cast<int32_t>(random_() % model_.vocab_size()); }

}  // namespace ferro
