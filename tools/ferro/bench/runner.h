// Times prefill and decode of a causal language model on random tokens.
#ifndef FERRO_TOOLS_FERRO_BENCH_RUNNER_H_
#define FERRO_TOOLS_FERRO_BENCH_RUNNER_H_

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/models/causal_model.h"

namespace ferro {

// Where the token of the next step comes from.
enum class TokenChoice {
  kGiven,    // random tokens; the logits are read back and nothing is made of them
  kGreedy,   // the device chooses, and the next step is enqueued before its choice is read
  kSampled,  // the logits are read back and the host draws, with the default parameters
};

// "given", "greedy", "sampled".
absl::string_view TokenChoiceName(TokenChoice choice);
// kInvalidArgument lists the names.
absl::StatusOr<TokenChoice> ParseTokenChoice(absl::string_view name);

// One thing to time: `sequences` 0 = a prefill of `tokens` tokens on an empty slot; otherwise `tokens` steps at `depth`
// with one token for each of `sequences` slots.
struct BenchTest {
  int tokens = 0;
  int depth = 0;
  int sequences = 0;
  TokenChoice choice = TokenChoice::kGiven;
  bool is_prefill() const { return sequences == 0; }
};

struct BenchResult {
  BenchTest test;
  std::vector<double> tok_s;  // one a repetition, summed over the sequences
  double median() const;
  double min() const;
  double max() const;
};

// The prefill tests, then decode for every choice within every depth within every number of sequences. Prefills of 0
// tokens and decodes of 0 fall away.
std::vector<BenchTest> PlanTests(const std::vector<int>& prefill, int decode, const std::vector<int>& depths,
                                 const std::vector<int>& parallel,
                                 const std::vector<TokenChoice>& choices = {TokenChoice::kGiven});

// Positions that a slot needs for these tests, and slots.
int ContextNeeded(const std::vector<BenchTest>& tests);
int SlotsNeeded(const std::vector<BenchTest>& tests);
// kInvalidArgument if they need more positions than a model has: `context`.
absl::Status CheckContext(const std::vector<BenchTest>& tests, int context);

// Not thread-safe. `now` returns seconds of a steady clock; replaced in tests.
class BenchRunner {
 public:
  BenchRunner(CausalModel& model, std::function<double()> now);

  // Runs interleaved, all tests once and then again, so that a slow phase of a shared machine hits all of them; one
  // short untimed prefill goes first. `before_round` (may be null) is called before each round.
  absl::StatusOr<std::vector<BenchResult>> Run(const std::vector<BenchTest>& tests, int repeat,
                                               const std::function<absl::Status(int round)>& before_round);

 private:
  absl::StatusOr<double> Time(const BenchTest& test);
  // Empties the slot and computes `n` random tokens, logits for the last one.
  absl::Status Fill(int slot, int n);
  absl::StatusOr<double> TimeDecode(const BenchTest& test);
  // Runs the steps of a decode test, whose slots are filled.
  absl::Status DecodeGiven(const BenchTest& test);
  absl::Status DecodeGreedy(const BenchTest& test);
  absl::Status DecodeSampled(const BenchTest& test);
  std::vector<int32_t> RandomTokens(int n);
  int32_t RandomToken();

  CausalModel& model_;
  std::function<double()> now_;
  std::mt19937 random_{1};
};

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_BENCH_RUNNER_H_
