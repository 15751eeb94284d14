// A layer between the engine and the driver that makes chosen calls fail, so that tests can see what becomes of it. The
// same layer is in the real programs, asleep: $FERRO_OPENCL_FAULT wakes it (docs/debugging.md).
//
// A plan is a list of rules FUNCTION:WHEN:WHAT, separated by commas. Calls are counted from when the plan is installed.
//   WHEN  500     the 500th call of the function
//         500+    that one and every later one
//         >4096   every call that asks for more than so many bytes (clCreateBuffer only)
//   WHAT  -5      the call does nothing and returns that error code
//         hang    the call never returns
//         lost    the device is gone: this call and every later one that needs it fail with CL_OUT_OF_RESOURCES, until
//                 a new context is created. What was enqueued before is over by then, as if the device had died idle
#ifndef FERRO_ENGINE_OPENCL_FAULT_API_H_
#define FERRO_ENGINE_OPENCL_FAULT_API_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/opencl/functions.h"

namespace ferro::opencl {

struct FaultRule {
  enum class Outcome { kError, kHang, kLost };
  int function = 0;    // its place in FERRO_OPENCL_FUNCTIONS
  int64_t first = 1;   // the call, counted from 1
  bool later = false;  // and those after it
  int64_t above = -1;  // only calls for more than so many bytes; -1: whatever the size
  Outcome outcome = Outcome::kError;
  cl_int code = CL_OUT_OF_RESOURCES;
};

// kInvalidArgument names the rule that is malformed. An empty text is no rule.
absl::StatusOr<std::vector<FaultRule>> ParseFaults(absl::string_view text);

// `real` with the layer before it. One layer a process: a second call replaces what the first one stood before. The
// result lives for ever; `real` must, too. Without a plan every call goes through.
const Api* FaultyApi(const Api& real);

// Replaces the plan and counts from 0 again; threads that hang stay so. Thread-safe.
void InstallFaults(std::vector<FaultRule> rules);

// How often the function was called since then, for instance "clFinish". Thread-safe.
int64_t CountedCalls(absl::string_view function);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_FAULT_API_H_
