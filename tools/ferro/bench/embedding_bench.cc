#include "tools/ferro/bench/embedding_bench.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "engine/models/load_embedding.h"
#include "tools/ferro/bench/report.h"

namespace ferro {
namespace {

constexpr int64_t kMaxTokens = int64_t{1} << 22;

double Rounded(double value, double per_unit) { return std::round(value * per_unit) / per_unit; }

double Least(const EmbeddingTiming& timing) { return *std::min_element(timing.seconds.begin(), timing.seconds.end()); }
double Most(const EmbeddingTiming& timing) { return *std::max_element(timing.seconds.begin(), timing.seconds.end()); }

EmbeddingRequest RequestOf(const EmbeddingBenchTest& test) {
  EmbeddingRequest request;
  for (const std::vector<int32_t>& sequence : test.sequences) request.items.push_back({sequence, ""});
  return request;
}

}  // namespace

int64_t EmbeddingBenchTest::tokens() const {
  int64_t sum = 0;
  for (const std::vector<int32_t>& sequence : sequences) sum += static_cast<int64_t>(sequence.size());
  return sum;
}

absl::StatusOr<EmbeddingBenchTest> TestOfShape(absl::string_view shape, int vocabulary) {
  const std::vector<absl::string_view> parts = absl::StrSplit(shape, 'x');
  int64_t count = 0, length = 0;
  if (parts.size() != 2 || !absl::SimpleAtoi(parts[0], &count) || !absl::SimpleAtoi(parts[1], &length) || count < 1 ||
      length < 1 || count > kMaxTokens / length) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", shape, "\" is no shape: sequences x tokens of each, for instance 64x12"));
  }
  EmbeddingBenchTest test;
  test.name = std::string(shape);
  uint64_t state = 1;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<int32_t>& sequence = test.sequences.emplace_back();
    for (int64_t j = 0; j < length; ++j) {
      state = state * 6364136223846793005 + 1442695040888963407;
      sequence.push_back(static_cast<int32_t>((state >> 33) % static_cast<uint64_t>(vocabulary)));
    }
  }
  return test;
}

absl::StatusOr<EmbeddingBenchTest> TestOfTokens(const std::string& json) {
  FERRO_ASSIGN_OR_RETURN(const Json rows, ParseJson(json));
  const absl::Status wrong = absl::InvalidArgumentError("expected an array of arrays of token ids, [[2, 7, 1], ...]");
  if (!rows.is_array() || rows.empty()) return wrong;
  EmbeddingBenchTest test;
  test.name = "file";
  for (const Json& row : rows) {
    if (!row.is_array() || row.empty()) return wrong;
    std::vector<int32_t>& sequence = test.sequences.emplace_back();
    for (const Json& id : row) {
      if (!id.is_number_unsigned() || id.get<uint64_t>() > std::numeric_limits<int32_t>::max()) return wrong;
      sequence.push_back(id.get<int32_t>());
    }
  }
  return test;
}

double EmbeddingTiming::median() const {
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 2];
}

double EmbeddingBenchReport::ShareOfPeak(const EmbeddingTiming& timing) const {
  const auto rate = peak.gmac_s.find(isa);
  if (rate == peak.gmac_s.end() || rate->second <= 0) return 0;
  return timing.products / timing.median() / 1e9 / rate->second;
}

absl::Status TimeEmbeddings(EmbeddingEngine& engine, const std::vector<EmbeddingBenchTest>& tests, int repeat,
                            const std::function<double()>& now, const std::function<absl::Status()>& before_round,
                            EmbeddingBenchReport& report) {
  std::vector<EmbeddingRequest> requests;
  for (const EmbeddingBenchTest& test : tests) {
    requests.push_back(RequestOf(test));
    EmbeddingTiming& timing = report.timings.emplace_back();
    timing.test = test.name;
    timing.sequences = static_cast<int>(test.sequences.size());
    timing.tokens = static_cast<double>(test.tokens());
    timing.products = EmbeddingProducts(engine.file(), timing.tokens, timing.sequences);
    FERRO_RETURN_IF_ERROR(engine.Embed(requests.back()).status());
  }
  for (int round = 0; round < repeat; ++round) {
    if (before_round != nullptr) FERRO_RETURN_IF_ERROR(before_round());
    for (size_t i = 0; i < tests.size(); ++i) {
      const double begin = now();
      FERRO_RETURN_IF_ERROR(engine.Embed(requests[i]).status());
      report.timings[i].seconds.push_back(now() - begin);
    }
  }
  return absl::OkStatus();
}

Json EmbeddingBenchJson(const EmbeddingBenchReport& report) {
  Json json = {{"library", absl::StrCat("ferro ", kVersion)},
               {"system_info", report.backend},
               {"model", report.model},
               {"threads", report.threads},
               {"embed_batch", report.batch_tokens},
               {"repeat", report.timings.at(0).seconds.size()},
               {"tests", Json::array()}};
  for (const EmbeddingTiming& timing : report.timings) {
    Json test = {{"test", timing.test},
                 {"sequences", timing.sequences},
                 {"tokens", timing.tokens},
                 {"tok_s", Rounded(timing.tokens / timing.median(), 100)},
                 {"min", Rounded(timing.tokens / Most(timing), 100)},
                 {"max", Rounded(timing.tokens / Least(timing), 100)},
                 {"ms", Rounded(1e3 * timing.median(), 1000)},
                 {"gmac_s", Rounded(timing.products / timing.median() / 1e9, 1000)}};
    if (const double share = report.ShareOfPeak(timing); share > 0) test["bound"] = Rounded(share, 1000);
    json["tests"].push_back(test);
  }
  json["machine"] = MachineJson(report.peak, report.isa);
  return json;
}

std::string EmbeddingBenchText(const EmbeddingBenchReport& report) {
  std::string out = absl::StrFormat(
      "%s on %s, %d threads, median of %d, passes of up to %d tokens\n\n%-12s %9s %9s %10s %10s %10s "
      "%10s %10s %8s\n",
      report.model, report.backend, report.threads, report.timings.at(0).seconds.size(), report.batch_tokens, "test",
      "sequences", "tokens", "ms", "tok/s", "min", "max", "GMAC/s", "of peak");
  for (const EmbeddingTiming& timing : report.timings) {
    absl::StrAppendFormat(&out, "%-12s %9d %9.0f %10.1f %10.1f %10.1f %10.1f %10.1f", timing.test, timing.sequences,
                          timing.tokens, 1e3 * timing.median(), timing.tokens / timing.median(),
                          timing.tokens / Most(timing), timing.tokens / Least(timing),
                          timing.products / timing.median() / 1e9);
    if (const double share = report.ShareOfPeak(timing); share > 0)
      absl::StrAppendFormat(&out, " %7.1f%%", 100 * share);
    out += "\n";
  }
  if (report.isa.empty()) return out;  // the machine's peaks are those of its processor
  absl::StrAppend(&out, "\n", MachineText(report.peak, report.isa),
                  "GMAC/s: matrix products alone; attention comes on top.\n");
  return out;
}

}  // namespace ferro
