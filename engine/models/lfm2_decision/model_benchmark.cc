// Tokens a second of a d1-omni of random weights, and their share of the machine's int8 peak, by instruction set.
//
//   model_benchmark [isa|opencl:N|all] [repetitions] [threads] [model.gguf]
//
// The work is the 48 questions of 16 support tickets, three each, by their lengths in the published vocabulary (3,341
// tokens): all in one pass, and one pass each; then one question of 4,096 tokens. Medians, two threads unless told. The
// share of the peak goes by processor time, as the peak itself does, so that a busy machine does not blur it; threads
// that wait for each other count as working.
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "engine/backend/create.h"
#include "engine/gguf/file.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/peak/machine_peak.h"
#include "engine/models/lfm2_decision/model.h"
#include "engine/models/lfm2_decision/products.h"
#include "engine/models/testing/synthetic_decision.h"

namespace ferro {
namespace {

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

struct Seconds {
  double wall, processor;  // the latter per thread
};

double ProcessorSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Of the median repetition by processor time.
Seconds Measure(int repetitions, int threads, const std::function<void()>& work) {
  std::vector<Seconds> all;
  for (int i = 0; i < repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const double processor = ProcessorSeconds();
    work();
    all.push_back({std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                   (ProcessorSeconds() - processor) / threads});
  }
  std::sort(all.begin(), all.end(), [](const Seconds& a, const Seconds& b) { return a.processor < b.processor; });
  return all[all.size() / 2];
}

void Report(const char* what, const DecisionConfig& config, const std::vector<Question>& questions, Seconds seconds,
            double peak) {
  double tokens = 0, markers = 0;
  for (const Question& question : questions) {
    tokens += static_cast<double>(question.tokens.size());
    markers += static_cast<double>(question.markers.size());
  }
  const double rate = DecisionProducts(config, tokens, markers) / seconds.processor / 1e9;
  std::printf("  %-14s %6.0f tok/s by the clock, %6.0f by processor time: %6.1f GMAC/s, %5.1f %% of the peak\n", what,
              tokens / seconds.wall, tokens / seconds.processor, rate, 100 * rate / peak);
  std::fflush(stdout);
}

// How long the device is not lent to others, at 20 ms asked for.
void ReportSegments(Backend& backend, const std::function<void()>& work) {
  std::vector<double> ms;
  auto last = std::chrono::steady_clock::now();
  backend.SetSegmentHook([&] {
    const auto now = std::chrono::steady_clock::now();
    ms.push_back(std::chrono::duration<double, std::milli>(now - last).count());
    last = now;
    return absl::OkStatus();
  });
  work();
  backend.SetSegmentHook(nullptr);
  std::sort(ms.begin(), ms.end());
  if (ms.empty()) return;
  std::printf("  %zu segments of 20 ms: median %.1f, 99 %% within %.1f, longest %.1f ms\n", ms.size(),
              ms[ms.size() / 2], ms[ms.size() * 99 / 100], ms.back());
}

// A device, and the instruction set whose peak it is compared with: for OpenCL, which is PoCL here, the machine's best.
struct Choice {
  std::string device;
  Isa isa;
};

std::vector<Choice> Choices(const std::string& wanted) {
  if (absl::StartsWith(wanted, "opencl")) return {{wanted, BestIsa()}};
  std::vector<Choice> choices;
  for (const Isa isa : SupportedIsas()) {
    if (isa != Isa::kScalar && (wanted == "all" || wanted == IsaName(isa))) choices.push_back({"cpu", isa});
  }
  return choices;
}

int Main(const std::string& wanted, int repetitions, int threads, const std::string& path) {
  std::string bytes;
  absl::StatusOr<std::unique_ptr<GgufFile>> file;
  if (path.empty()) {
    bytes = *SyntheticDecisionModel(D1OmniShape()).Serialize();
    file = GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, "synthetic");
  } else {
    file = GgufFile::Open(path);
  }
  if (!file.ok()) {
    std::fprintf(stderr, "%s\n", file.status().ToString().c_str());
    return 1;
  }
  const std::vector<Question> tickets = Tickets(), long_question = {QuestionOf(4096, 3)};
  std::vector<DecisionSequence> pass;
  for (const Question& question : tickets) pass.push_back(question.sequence());
  const DecisionSequence one = long_question[0].sequence();
  for (const Choice& choice : Choices(wanted)) {
    BackendOptions options;
    options.device = choice.device;
    options.isa = std::string(IsaName(choice.isa));
    options.threads = threads;
    options.launch_ms = 20;
    const auto backend = CreateBackend(options);
    if (!backend.ok()) {
      std::fprintf(stderr, "%s\n", backend.status().ToString().c_str());
      return 1;
    }
    const auto model = DecisionModel::Load(**file, **backend, {.max_rows = 4096, .progress = {}});
    if (!model.ok()) {
      std::fprintf(stderr, "%s\n", model.status().ToString().c_str());
      return 1;
    }
    const double peak = MeasureMultiplyRate(choice.isa, threads) / threads;
    std::printf("%s, %d threads, peak of %s %.0f GMAC/s each\n", (*backend)->name().c_str(), threads,
                std::string(IsaName(choice.isa)).c_str(), peak);
    const auto score = [&](absl::Span<const DecisionSequence> sequences) {
      if (!(*model)->Score(sequences).ok()) std::abort();
    };
    const auto report = [&](const char* what, const std::vector<Question>& questions,
                            const std::function<void()>& work) {
      const Seconds seconds = Measure(repetitions, threads, work);
      Report(what, (*model)->config(), questions, seconds, peak * threads);
    };
    score({&one, 1});  // touches all memory
    report("all at once", tickets, [&] { score(pass); });
    report("one at a time", tickets, [&] {
      for (const DecisionSequence& alone : pass) score({&alone, 1});
    });
    report("4,096 tokens", long_question, [&] { score({&one, 1}); });
    ReportSegments(**backend, [&] { score({&one, 1}); });
  }
  return 0;
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  return ferro::Main(argc > 1 ? argv[1] : "all", argc > 2 ? std::atoi(argv[2]) : 3, argc > 3 ? std::atoi(argv[3]) : 2,
                     argc > 4 ? argv[4] : "");
}
