// Tokens a second of a d1-omni of random weights, and their share of the machine's int8 peak, by instruction set.
//
//   model_benchmark [isa|all] [repetitions]
//
// The work is the 48 questions of 16 support tickets, three each, by their lengths in the published vocabulary (3,341
// tokens): all in one pass, and one pass each; then one question of 4,096 tokens. Medians; two threads.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/host_backends.h"
#include "engine/gguf/file.h"
#include "engine/kernels/peak/machine_peak.h"
#include "engine/models/lfm2_decision/model.h"
#include "engine/models/testing/synthetic_decision.h"

namespace ferro {
namespace {

constexpr int kThreads = 2;

struct Question {
  std::vector<int32_t> tokens;
  std::vector<int> markers;
  DecisionSequence sequence() const { return {tokens, markers, DecisionType::kChoice}; }
};

Question QuestionOf(int length, int options) {
  Question question;
  for (int i = 0; i < length; ++i) question.tokens.push_back((i * 7919 + length) % 60000);
  for (int i = 0; i < options; ++i) question.markers.push_back(length - 1 - 10 * (options - i));
  return question;
}

std::vector<Question> Tickets() {
  std::vector<Question> questions;
  for (const int refund : {52, 55, 52, 57, 56, 52, 53, 56, 60, 56, 53, 55, 60, 55, 55, 52}) {
    questions.push_back(QuestionOf(refund, 2));
    questions.push_back(QuestionOf(refund + 33, 4));
    questions.push_back(QuestionOf(refund + 11, 3));
  }
  return questions;
}

// Multiply-adds of all products of one pass.
double Products(const DecisionConfig& c, double tokens, double markers) {
  const double n = c.width, kv = double{1} * c.kv_heads * c.head_dim;
  double per_token = 0;
  for (const bool attention : c.attention) {
    per_token += (attention ? n * (n + 2 * kv) + n * n : 4 * n * n) + 3 * n * c.ff;
  }
  const double block = 4 * n * n + 2 * n * c.head_ff;
  per_token += (c.head_blocks - 1) * block + 2 * n * n;
  return tokens * per_token + markers * (block - 2 * n * n + n * n);
}

double MedianSeconds(int repetitions, const std::function<void()>& work) {
  std::vector<double> seconds;
  work();
  for (int i = 0; i < repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

void Report(const char* what, const DecisionConfig& config, const std::vector<Question>& questions, double seconds,
            double peak) {
  double tokens = 0, markers = 0;
  for (const Question& question : questions) {
    tokens += static_cast<double>(question.tokens.size());
    markers += static_cast<double>(question.markers.size());
  }
  const double rate = Products(config, tokens, markers) / seconds / 1e9;
  std::printf("  %-14s %8.1f ms %8.0f tok/s %7.1f GMAC/s %5.1f %% of the peak\n", what, seconds * 1e3, tokens / seconds,
              rate, 100 * rate / peak);
}

int Main(const std::string& wanted, int repetitions) {
  const std::string bytes = *SyntheticDecisionModel(D1OmniShape()).Serialize();
  const auto file = GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, "synthetic");
  const std::vector<Question> tickets = Tickets(), long_question = {QuestionOf(4096, 3)};
  std::vector<DecisionSequence> pass;
  for (const Question& question : tickets) pass.push_back(question.sequence());
  for (const Isa isa : SupportedIsas()) {
    if (isa == Isa::kScalar || (wanted != "all" && wanted != IsaName(isa))) continue;
    const auto backend = CpuBackend::Create({.isa = isa, .threads = kThreads});
    const auto model = DecisionModel::Load(**file, **backend, {.max_rows = 4096, .progress = {}});
    if (!model.ok()) {
      std::fprintf(stderr, "%s\n", model.status().ToString().c_str());
      return 1;
    }
    const double peak = MeasureMultiplyRate(isa, kThreads);
    std::printf("%s, peak %.0f GMAC/s\n", std::string(IsaName(isa)).c_str(), peak);
    const auto score = [&](absl::Span<const DecisionSequence> sequences) {
      if (!(*model)->Score(sequences).ok()) std::abort();
    };
    const DecisionConfig& config = (*model)->config();
    Report("all at once", config, tickets, MedianSeconds(repetitions, [&] { score(pass); }), peak);
    Report("one at a time", config, tickets,
           MedianSeconds(repetitions,
                         [&] {
                           for (const DecisionSequence& one : pass) score({&one, 1});
                         }),
           peak);
    const DecisionSequence one = long_question[0].sequence();
    Report("4,096 tokens", config, long_question, MedianSeconds(repetitions, [&] { score({&one, 1}); }), peak);
  }
  return 0;
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) { return ferro::Main(argc > 1 ? argv[1] : "all", argc > 2 ? std::atoi(argv[2]) : 3); }
