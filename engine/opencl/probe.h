// Finds out, in a process of its own, which drivers can be used: some abort while they list devices or build a program,
// and must not take a service with them.
//
// The process is this executable once more, with a hidden first argument; its main says what to do:
//   int main(int argc, char** argv) {
//     opencl::RunProbeIfAsked(argc, argv, trial);
//     ...
//     const opencl::ProbeReport report = opencl::Probe(trial, {});
//     FERRO_ASSIGN_OR_RETURN(const std::vector<opencl::Device> devices, opencl::OpenProbed(report));
#ifndef FERRO_ENGINE_OPENCL_PROBE_H_
#define FERRO_ENGINE_OPENCL_PROBE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/opencl/device.h"
#include "engine/opencl/probe_run.h"

namespace ferro::opencl {

struct RejectedDriver {
  std::string name;    // of the platform, or of its file or number where it did not live to tell
  std::string reason;  // one line
};

struct ProbeReport {
  std::vector<ProbedDevice> devices;
  std::vector<RejectedDriver> rejected;
  std::string unavailable;  // why there is no OpenCL at all; then `devices` is empty

  // What OpenProbed has to leave alone.
  std::vector<int> skipped_platforms;
  std::vector<std::string> driver_files;  // load only these; empty: what the loader finds
};

struct ProbeOptions {
  bool gpus_only = false;                    // try only GPUs, which is quicker
  absl::Duration limit = absl::Seconds(30);  // for one process; one is started again for every driver that fails
  // Try only the device of that index into `known->devices`, thoroughly; -1: all, quickly.
  int thorough = -1;
  const ProbeReport* known = nullptr;  // whose drivers are left alone again
  // For tests: a program whose main calls RunProbeIfAsked. Empty: this one.
  std::string executable = {};
};

// Call it first in main. If this process was started to probe, does so and exits; otherwise remembers that this
// executable can.
void RunProbeIfAsked(int argc, char** argv, const Trial& trial);

// Whether main has called it, so that Probe does not have to run within this process.
bool CanProbe();

// Takes a second or more, and at most four times the limit. Where main does not call RunProbeIfAsked, probes within
// this process and says so in the log. Thread-safe.
ProbeReport Probe(const Trial& trial, const ProbeOptions& options);

// Loads the drivers into this process and returns the devices of the report with their handles, in its order.
// kUnavailable: they are not the same any more. Where a driver must not be loaded, sets an environment variable for a
// moment: best before there are threads that read the environment.
absl::StatusOr<std::vector<Device>> OpenProbed(const ProbeReport& report);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_PROBE_H_
