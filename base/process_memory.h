// How much memory this process has and may have.
#ifndef FERRO_BASE_PROCESS_MEMORY_H_
#define FERRO_BASE_PROCESS_MEMORY_H_

#include <cstdint>
#include <string>

namespace ferro {

// Physical memory in use by this process; 0 = not known.
int64_t ResidentBytes();

// The lowest of the machine's memory and the limits of the control groups around this process (version 2 or 1); 0 = not
// known. `root` stands before /proc and /sys/fs/cgroup, for tests.
int64_t MemoryLimitBytes(const std::string& root = "");

}  // namespace ferro

#endif  // FERRO_BASE_PROCESS_MEMORY_H_
