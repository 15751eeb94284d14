// Reads what a GoogleTest program printed, also where it did not live to print the end.
#ifndef FERRO_TOOLS_GPU_GTEST_OUTPUT_H_
#define FERRO_TOOLS_GPU_GTEST_OUTPUT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/gpu/verdict.h"

namespace ferro::gpu {

struct GtestProgress {
  std::vector<Verdict> done;
  std::string running;  // the test that had begun and not ended; empty: none
};

// Lines between, from tests and drivers, go into the message of a test that failed, at most 600 bytes.
GtestProgress ReadGtestOutput(absl::string_view output);

}  // namespace ferro::gpu

#endif  // FERRO_TOOLS_GPU_GTEST_OUTPUT_H_
