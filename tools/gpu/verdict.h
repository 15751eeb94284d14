// What the checks of a device found.
#ifndef FERRO_TOOLS_GPU_VERDICT_H_
#define FERRO_TOOLS_GPU_VERDICT_H_

#include <string>
#include <vector>

#include "base/json.h"

namespace ferro::gpu {

enum class Outcome { kPassed, kFailed, kSkipped };

// Of one test.
struct Verdict {
  std::string name;
  Outcome outcome;
  std::string message;  // why it failed
};

// What one program said.
struct ProgramResult {
  std::string part;     // kernels, goldens, exactness or table
  std::string program;  // for people
  double seconds = 0;
  std::vector<Verdict> verdicts;
  std::vector<Json> speeds;  // of the table: members of `ferro bench --json`'s tests, and "kv"

  int count(Outcome outcome) const {
    int n = 0;
    for (const Verdict& verdict : verdicts) n += verdict.outcome == outcome;
    return n;
  }
};

}  // namespace ferro::gpu

#endif  // FERRO_TOOLS_GPU_VERDICT_H_
