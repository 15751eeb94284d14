#include "tools/ferro/bench/runner.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/schedule/sampler.h"
#include "engine/schedule/sampling_params.h"

namespace ferro {
namespace {

// One token a sequence, all at the same position.
std::vector<SequenceStep> StepsOf(const std::vector<int32_t>& tokens, int position) {
  std::vector<SequenceStep> steps;
  for (int slot = 0; slot < static_cast<int>(tokens.size()); ++slot) {
    steps.push_back({slot, position, {&tokens[slot], 1}, RowRole::kDecode, true});
  }
  return steps;
}

}  // namespace

absl::string_view TokenChoiceName(TokenChoice choice) {
  switch (choice) {
    case TokenChoice::kGreedy:
      return "greedy";
    case TokenChoice::kSampled:
      return "sampled";
    case TokenChoice::kGiven:
      break;
  }
  return "given";
}

absl::StatusOr<TokenChoice> ParseTokenChoice(absl::string_view name) {
  for (const TokenChoice choice : {TokenChoice::kGiven, TokenChoice::kGreedy, TokenChoice::kSampled}) {
    if (name == TokenChoiceName(choice)) return choice;
  }
  return absl::InvalidArgumentError(absl::StrCat("--choose ", name, " is unknown; there are given, greedy, sampled"));
}

double BenchResult::median() const {
  std::vector<double> sorted = tok_s;
  std::sort(sorted.begin(), sorted.end());
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
double BenchResult::min() const { return *std::min_element(tok_s.begin(), tok_s.end()); }
double BenchResult::max() const { return *std::max_element(tok_s.begin(), tok_s.end()); }

std::vector<BenchTest> PlanTests(const std::vector<int>& prefill, int decode, const std::vector<int>& depths,
                                 const std::vector<int>& parallel, const std::vector<TokenChoice>& choices) {
  std::vector<BenchTest> tests;
  for (const int tokens : prefill) {
    if (tokens > 0) tests.push_back({tokens, 0, 0});
  }
  if (decode == 0) return tests;
  for (const int sequences : parallel) {
    for (const int depth : depths) {
      for (const TokenChoice choice : choices) tests.push_back({decode, depth, sequences, choice});
    }
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

absl::Status CheckContext(const std::vector<BenchTest>& tests, int context) {
  const int needed = ContextNeeded(tests);
  if (needed <= context) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("these tests need ", needed, " positions, the model has ", context,
                                                 "; choose a smaller --prefill, --depth or --decode"));
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
    tokens = RandomTokens(std::min(n - position, model_.max_pass_rows()));
    const bool is_last = position + static_cast<int>(tokens.size()) == n;
    const SequenceStep step = {slot, position, tokens, RowRole::kPrefill, is_last};
    FERRO_RETURN_IF_ERROR(model_.Forward({&step, 1}).status());
  }
  return absl::OkStatus();
}

absl::StatusOr<double> BenchRunner::TimeDecode(const BenchTest& test) {
  for (int slot = 0; slot < test.sequences; ++slot) FERRO_RETURN_IF_ERROR(Fill(slot, test.depth));
  const double start = now_();
  switch (test.choice) {
    case TokenChoice::kGiven:
      FERRO_RETURN_IF_ERROR(DecodeGiven(test));
      break;
    case TokenChoice::kGreedy:
      FERRO_RETURN_IF_ERROR(DecodeGreedy(test));
      break;
    case TokenChoice::kSampled:
      FERRO_RETURN_IF_ERROR(DecodeSampled(test));
      break;
  }
  return now_() - start;
}

absl::Status BenchRunner::DecodeGiven(const BenchTest& test) {
  for (int i = 0; i < test.tokens; ++i) {
    const std::vector<int32_t> tokens = RandomTokens(test.sequences);
    FERRO_RETURN_IF_ERROR(model_.Forward(StepsOf(tokens, test.depth + i)).status());
  }
  return absl::OkStatus();
}

absl::Status BenchRunner::DecodeGreedy(const BenchTest& test) {
  const std::vector<int32_t> first = RandomTokens(test.sequences), chosen(test.sequences, kChosenToken);
  std::unique_ptr<ChosenTokens> before;
  for (int i = 0; i < test.tokens; ++i) {
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<ChosenTokens> next,
                           model_.ForwardGreedy(StepsOf(i == 0 ? first : chosen, test.depth + i)));
    if (before != nullptr) FERRO_RETURN_IF_ERROR(before->Wait().status());
    before = std::move(next);
  }
  return before == nullptr ? absl::OkStatus() : before->Wait().status();
}

absl::Status BenchRunner::DecodeSampled(const BenchTest& test) {
  const SamplerVocabulary vocabulary = {model_.vocab_size(), {}};
  SamplerScratch scratch;
  std::vector<Sampler> samplers;
  for (int slot = 0; slot < test.sequences; ++slot)
    samplers.emplace_back(SamplingParams(), vocabulary, slot, absl::Span<const int32_t>());
  std::vector<int32_t> tokens = RandomTokens(test.sequences);
  for (int i = 0; i < test.tokens; ++i) {
    FERRO_ASSIGN_OR_RETURN(absl::Span<const float> logits, model_.Forward(StepsOf(tokens, test.depth + i)));
    for (int slot = 0; slot < test.sequences; ++slot) {
      FERRO_ASSIGN_OR_RETURN(tokens[slot], samplers[slot].Sample(logits.first(vocabulary.size), scratch));
      samplers[slot].Accept(tokens[slot]);
      logits.remove_prefix(vocabulary.size);
    }
  }
  return absl::OkStatus();
}

std::vector<int32_t> BenchRunner::RandomTokens(int n) {
  std::vector<int32_t> tokens(n);
  for (int32_t& token : tokens) token = RandomToken();
  return tokens;
}

int32_t BenchRunner::RandomToken() { return static_cast<int32_t>(random_() % model_.vocab_size()); }

}  // namespace ferro
