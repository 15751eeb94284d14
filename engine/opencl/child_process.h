// Runs a program that may crash or hang, and tells what came of it.
#ifndef FERRO_ENGINE_OPENCL_CHILD_PROCESS_H_
#define FERRO_ENGINE_OPENCL_CHILD_PROCESS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"

namespace ferro::opencl {

struct ChildCommand {
  std::string executable;                                        // a path
  std::vector<std::string> arguments;                            // argv, the first one included
  std::vector<std::pair<std::string, std::string>> environment;  // on top of ours
  absl::Duration limit = absl::Seconds(30);                      // it and what it started are killed then
};

struct ChildResult {
  std::string out;         // of its standard output, at most 1 MiB
  std::string last_error;  // the last line of its standard error, at most 200 bytes
  std::string failure;     // empty: it exited with 0. Else, for instance, "killed by signal 6 (Aborted)"
};

// Waits for the end; what the child started and left behind is killed. Standard input is empty and no other file is
// inherited. Thread-safe.
ChildResult RunChild(const ChildCommand& command);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_CHILD_PROCESS_H_
