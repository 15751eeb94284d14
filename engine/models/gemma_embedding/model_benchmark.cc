// Tokens a second of an EmbeddingGemma, and their share of the machine's int8 peak, by instruction set.
//
//   model_benchmark [isa|opencl:N|all] [repetitions] [threads] [model.gguf] [rows of a window]
//
// Without a file: an EmbeddingGemma 2 of random weights. Batches of equal sequences, then one long one; medians by
// processor time, as the peak goes by it too, so that a busy machine does not blur the share. Threads that wait for
// each other count as working.
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
#include "absl/strings/str_format.h"
#include "engine/backend/create.h"
#include "engine/gguf/file.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/peak/machine_peak.h"
#include "engine/models/load_embedding.h"
#include "engine/models/testing/synthetic_gemma.h"

namespace ferro {
namespace {

struct Batch {
  int sequences, tokens;
};
constexpr Batch kBatches[] = {{1, 12}, {16, 12}, {64, 12}, {64, 200}, {1, 2048}, {1, 8192}};

struct Seconds {
  double wall, processor;  // the latter per thread
};

double ProcessorSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Of the median repetition by processor time, after one that touches all memory.
Seconds Measure(int repetitions, int threads, const std::function<void()>& work) {
  std::vector<Seconds> all;
  work();
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

// One pass, or several where it does not fit one.
void Embed(EmbeddingModel& model, const Batch& batch) {
  std::vector<int32_t> tokens(batch.tokens);
  for (int i = 0; i < batch.tokens; ++i) tokens[i] = (i * 7919 + 2) % model.facts().vocab;
  const int most = std::max(1, model.max_pass_rows() / batch.tokens);
  for (int done = 0; done < batch.sequences; done += most) {
    const std::vector<absl::Span<const int32_t>> pass(std::min(most, batch.sequences - done), tokens);
    if (!model.Embed(pass).ok()) std::abort();
  }
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

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return 1;
}

int Main(const std::string& wanted, int repetitions, int threads, const std::string& path, int window_rows) {
  std::string bytes;
  absl::StatusOr<std::unique_ptr<GgufFile>> file;
  if (path.empty()) {
    bytes = *SyntheticGemmaModel(EmbeddingGemma2Shape()).Serialize();
    file = GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, "synthetic");
  } else {
    file = GgufFile::Open(path);
  }
  if (!file.ok()) return Fail(file.status());
  for (const Choice& choice : Choices(wanted)) {
    BackendOptions options;
    options.device = choice.device;
    options.isa = std::string(IsaName(choice.isa));
    options.threads = threads;
    const auto backend = CreateBackend(options);
    if (!backend.ok()) return Fail(backend.status());
    const auto model = LoadEmbeddingModel(**file, **backend, {.window_rows = window_rows, .progress = {}});
    if (!model.ok()) return Fail(model.status());
    const double peak = MeasureMultiplyRate(choice.isa, threads);
    std::printf("%s, %d threads, peak of %s %.0f GMAC/s each\n", (*backend)->name().c_str(), threads,
                std::string(IsaName(choice.isa)).c_str(), peak / threads);
    for (const Batch& batch : kBatches) {
      if (batch.tokens > (*model)->facts().context) continue;
      const Seconds seconds = Measure(repetitions, threads, [&] { Embed(**model, batch); });
      const double tokens = double{1} * batch.sequences * batch.tokens;
      const double rate = EmbeddingProducts(**file, tokens, batch.sequences) / seconds.processor / 1e9;
      std::printf(
          "  %-10s %8.1f ms, %7.0f tok/s by the clock, %7.0f by processor time: %6.1f GMAC/s, %5.1f %% of the peak\n",
          absl::StrFormat("%d x %d", batch.sequences, batch.tokens).c_str(), 1e3 * seconds.wall, tokens / seconds.wall,
          tokens / seconds.processor, rate, 100 * rate / peak);
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  return ferro::Main(argc > 1 ? argv[1] : "all", argc > 2 ? std::atoi(argv[2]) : 3, argc > 3 ? std::atoi(argv[3]) : 2,
                     argc > 4 ? argv[4] : "",
                     argc > 5 ? std::atoi(argv[5]) : ferro::EmbeddingModelOptions().window_rows);
}
