// Runs the check's programs, each in a process of its own, so that a driver that crashes or hangs costs a verdict and
// not the run.
#ifndef FERRO_TOOLS_GPU_PROGRAMS_H_
#define FERRO_TOOLS_GPU_PROGRAMS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "base/start_command.h"
#include "engine/opencl/child_process.h"
#include "tools/gpu/verdict.h"

namespace ferro::gpu {

using Environment = std::vector<std::pair<std::string, std::string>>;

class Programs {
 public:
  // `home`: the folder with bin/ and tests/. `limit`: for one process. `deadline`: of the whole run; what would start
  // after it is not run.
  Programs(StartCommand own, std::string home, absl::Duration limit, absl::Time deadline)
      : own_(std::move(own)), home_(std::move(home)), limit_(limit), deadline_(deadline) {}

  // `path` within the home folder. What is not run for want of time has a failure that says so.
  opencl::ChildResult Run(const std::string& path, const std::vector<std::string>& arguments,
                          const Environment& environment) const;

  // Runs the tests that `filter` selects. After a crash or a hang goes on with the tests behind it, in a new process; a
  // program that was stopped twice for the time it took is left.
  std::vector<Verdict> RunTests(const std::string& path, const std::string& filter,
                                const Environment& environment) const;

  // Names of the files of a folder within the home folder, sorted.
  std::vector<std::string> List(const std::string& folder) const;

 private:
  const StartCommand own_;
  const std::string home_;
  const absl::Duration limit_;
  const absl::Time deadline_;
};

// One line: how it failed, and its last words.
std::string FailureOf(const opencl::ChildResult& result);

}  // namespace ferro::gpu

#endif  // FERRO_TOOLS_GPU_PROGRAMS_H_
