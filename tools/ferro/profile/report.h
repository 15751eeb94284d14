// A profile for people and for scripts.
#ifndef FERRO_TOOLS_FERRO_PROFILE_REPORT_H_
#define FERRO_TOOLS_FERRO_PROFILE_REPORT_H_

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "engine/kernels/opencl/peak.h"
#include "engine/opencl/launch_repeats.h"
#include "tools/ferro/profile/pass_profiler.h"
#include "tools/ferro/profile/self_check.h"

namespace ferro {

struct ProfileReport {
  std::string model;  // file name
  std::string backend;
  std::string kv_dtype;  // empty: the model keeps no keys and values
  std::optional<opencl::DevicePeak> peak;  // with passes
  std::vector<PassProfile> passes;
  opencl::LaunchRepeats repeats;
  std::optional<SelfCheck> check;
};

// docs/profiling.md explains it.
std::string ProfileText(const ProfileReport& report);

// {"model", "backend", "kv", "ceilings": {"read_gb_s", "read_mib", "int8_gop_s", "float_gop_s", "enqueue_us",
// "launch_us", "readback_us"}, "passes": [{"test", "tokens", "depth", "sequences", "choose", "items", "host_ms":
// {"median", "min", "max"}, "device_ms", "launches", "kernels": [{"name", "launches", "us", "share", "gb_s", "gop_s",
// "ceiling", "of_ceiling"}], "changed": {"skipped", "doubled", "host_ms"}}], "check": {"max_diff", "different",
// "compared"}}. Launches and times are those of one prompt or step; kernels come in the order of their first launches.
Json ProfileJson(const ProfileReport& report);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_PROFILE_REPORT_H_
