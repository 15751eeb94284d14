// The results of `ferro bench` for scripts and for people.
#ifndef FERRO_TOOLS_FERRO_BENCH_REPORT_H_
#define FERRO_TOOLS_FERRO_BENCH_REPORT_H_

#include <string>
#include <vector>

#include "base/json.h"
#include "engine/backend/backend.h"
#include "engine/kernels/peak/machine_peak.h"
#include "tools/ferro/bench/runner.h"
#include "tools/ferro/bench/workload.h"

namespace ferro {

struct BenchReport {
  std::string model;  // file name
  std::string backend;
  std::string isa;  // the set in use; empty where there is none (device reference)
  std::string kv_dtype;
  int threads = 0;
  int pass_rows = 0;  // prompt rows of one pass
  int repeat = 0;
  std::vector<BenchResult> results;
  MachinePeak peak;
  Workload work;
  KvType kv_type = KvType::kF32;
};

// What a token asks for: multiply-adds (prefill) or bytes to read (decode).
double UnitsPerToken(const BenchReport& report, const BenchTest& test);

// The speed at which the machine's int8 multiply rate (prefill) or its read rate (decode) would be used up, tokens a
// second; 0 = not known.
double BoundTokensPerSecond(const BenchReport& report, const BenchTest& test);

// {"threads", "isa", "gmac_s": {set: rate}, "read_gb_s", "read_mib": memory read}.
Json MachineJson(const MachinePeak& peak, const std::string& isa);
std::string MachineText(const MachinePeak& peak, const std::string& isa);

// {"library", "system_info", "model", "threads", "ubatch", "kv", "repeat", "tests": [{"test", "tokens", "depth",
// "sequences", "tok_s", "min", "max"}], "machine"}: member for member what the comparison scripts read; decode tests
// say "choose", each test also has what it used, "gmac_s" (prefill: 10^9 multiply-adds a second) or "gb_s" (decode:
// 10^9 bytes read a second), and "bound" (its share of the machine's rate, 0..1) where one is known.
Json BenchJson(const BenchReport& report);
std::string BenchText(const BenchReport& report);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_BENCH_REPORT_H_
