// Times an embedding model on token sequences.
#ifndef FERRO_TOOLS_FERRO_BENCH_EMBEDDING_BENCH_H_
#define FERRO_TOOLS_FERRO_BENCH_EMBEDDING_BENCH_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/json.h"
#include "engine/kernels/peak/machine_peak.h"
#include "engine/schedule/embedding/embedding_engine.h"

namespace ferro {

// Sequences that are embedded in one call.
struct EmbeddingBenchTest {
  std::string name;
  std::vector<std::vector<int32_t>> sequences;

  int64_t tokens() const;
};

// "16x12": 16 sequences of 12 tokens, drawn from the first `vocabulary` ids, the same in every run. kInvalidArgument:
// another form, or more than 2^22 tokens.
absl::StatusOr<EmbeddingBenchTest> TestOfShape(absl::string_view shape, int vocabulary);

// A JSON array of arrays of token ids. kInvalidArgument: anything else.
absl::StatusOr<EmbeddingBenchTest> TestOfTokens(const std::string& json);

struct EmbeddingTiming {
  std::string test;
  int sequences = 0;
  double tokens = 0;
  double products = 0;          // of all of it
  std::vector<double> seconds;  // one a repetition
  double median() const;
};

struct EmbeddingBenchReport {
  std::string model;  // file name
  std::string backend;
  std::string isa;  // the set in use; empty where there is none
  int threads = 0;
  int batch_tokens = 0;
  std::vector<EmbeddingTiming> timings;
  MachinePeak peak;

  // Of the machine's int8 multiply-adds; 0 = not known.
  double ShareOfPeak(const EmbeddingTiming& timing) const;
};

// Fills the timings: every test once untimed, then all of them in turn, `repeat` times; `before_round` (may be null) is
// called before each round. `now` returns seconds of a steady clock.
absl::Status TimeEmbeddings(EmbeddingEngine& engine, const std::vector<EmbeddingBenchTest>& tests, int repeat,
                            const std::function<double()>& now, const std::function<absl::Status()>& before_round,
                            EmbeddingBenchReport& report);

// {"library", "system_info", "model", "threads", "embed_batch", "repeat", "tests": [{"test", "sequences", "tokens",
// "tok_s", "min", "max", "ms", "gmac_s", "bound"}], "machine"}.
Json EmbeddingBenchJson(const EmbeddingBenchReport& report);
std::string EmbeddingBenchText(const EmbeddingBenchReport& report);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_BENCH_EMBEDDING_BENCH_H_
