// What a probing process does, and how its parent understands it: lines of JSON, each written before the step that it
// announces, so that the last one says where a driver crashed.
//
//   {"loaded": 3}                            platforms; without it, loading the drivers failed
//   {"platform": 0}                          about to be asked for its name
//   {"platform": 0, "name": "Rusticl"}       about to list its devices
//   {"device": {...}}                        about to be tried
//   {"trying": "0.0 khr"}                    one step of the trial
//   {"trial": ...}                           what the trial found
//   {"unavailable": "why"}                   there is no OpenCL; nothing follows
//   {"done": true}
#ifndef FERRO_ENGINE_OPENCL_PROBE_RUN_H_
#define FERRO_ENGINE_OPENCL_PROBE_RUN_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/json.h"
#include "engine/opencl/api.h"
#include "engine/opencl/device.h"

namespace ferro::opencl {

// Announces a step of a trial. False: an earlier probe did not survive it, so leave it out.
using BeginStep = std::function<bool(absl::string_view what)>;

enum class TrialDepth {
  kQuick,     // may it be used at all?
  kThorough,  // all that can be found out, in whatever time it takes
};

// Tries whether a device computes right; what it returns comes back from the probe as it is. May crash or hang: within
// a step that costs the step, outside the whole platform.
using Trial = std::function<Json(const Api& api, const Device& device, TrialDepth depth, const BeginStep& begin)>;

// What a probing process is asked.
struct ProbeTask {
  std::vector<int> skipped;           // platforms that are not to be touched
  std::vector<std::string> left_out;  // steps, as "trying" had them
  bool list_only = false;             // try no device
  bool gpus_only = false;             // try only GPUs
  int thorough = -1;                  // try only the device of that index, thoroughly; -1: all, quickly
};

// `emit` gets each line, without its end.
void RunProbe(const ProbeTask& task, const Trial& trial, const std::function<void(const std::string&)>& emit);

struct ProbedDevice {
  Device device;  // without handles; index counts over the platforms that were not skipped
  Json trial;     // null: not tried
};

// How far a probe came.
struct ProbeProgress {
  bool done = false;
  std::string unavailable;    // why there is no OpenCL
  int platform = -1;          // the one that it was at; -1: loading the drivers
  std::string platform_name;  // of that one, if it was told
  std::string trying;         // the step of a trial, if it was in one
  std::string step;           // what it was doing, for people
  std::vector<ProbedDevice> devices;
};

// `lines` comes from a process that may have died: anything malformed is left out.
ProbeProgress ReadProbe(absl::string_view lines);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_PROBE_RUN_H_
