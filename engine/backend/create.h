// Makes the backend that `--device` asks for.
#ifndef FERRO_ENGINE_BACKEND_CREATE_H_
#define FERRO_ENGINE_BACKEND_CREATE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/backend/backend.h"

namespace ferro {

class OpenClBackend;
struct OpenClInventory;

// Whether a model takes turns on its device with those of other programs (engine/lease).
enum class LeaseUse {
  kOff,
  kAuto,  // on a GPU; on a processor where its cores are too few for the threads of two programs like this one
  kOn,
};

struct BackendOptions {
  // auto (the first GPU that OpenCL has, else cpu), cpu, reference, opencl (the first GPU, else the first device),
  // opencl:N (as ListDevices counts).
  std::string device = "auto";
  std::string isa = "auto";  // cpu only: auto, scalar, avx2, avx-vnni, avx512-vnni
  int threads = 0;           // 0 = half the cores, at least one
  int pool_spin_us = 200;    // how long an idle worker spins before it parks; 0 = parks at once
  double launch_ms = 50;     // no launch, or segment of a pass on the processor, is meant to take longer
  double queue_ms = 1000;    // opencl only: no more work than this waits in the device's queue; 0 = no bound
  double timeout_s = 60;     // opencl only: a call to the driver that lasts longer ends the process (watchdog.h)
  bool fuse = true;          // opencl only: false = one kernel an operation
  bool self_test = true;     // opencl only: false = kernels are trusted, where whoever asks compares the results anyway
  LeaseUse lease = LeaseUse::kOff;  // programs that people start: kAuto
  std::string lease_file;           // where they meet: see OpenLease
  bool stored_tuning = true;        // opencl only: the kernel shapes that `ferro tune` stored; false = the default ones
};

// One device as `ferro devices` lists it.
struct DeviceDescription {
  std::string name;               // as --device takes it
  std::string detail;             // for people: processor, memory
  std::vector<std::string> isas;  // as --isa takes them, slowest first; empty where there is no choice
  bool automatic = false;         // the one that `auto` takes
  std::string problem;            // why it cannot be used; empty: it can
};

// kInvalidArgument naming the flag: a number out of range.
absl::Status ValidateBackendOptions(const BackendOptions& options);

// kInvalidArgument: no such device or instruction set, or a number out of range; kFailedPrecondition: this machine
// lacks it. Messages list what there is. OpenCL drivers are probed first, in a process of their own where main allows
// it, and the kernels of the device that is taken are tested (engine/kernels/opencl/probe.h). With `auto`, a GPU that
// cannot be used is passed over; `remark` (unless null) then says why in one line.
absl::StatusOr<std::unique_ptr<Backend>> CreateBackend(const BackendOptions& options, std::string* remark = nullptr);

// The same where the caller wants more of the device than a Backend offers (OpenClBackend::context), and so can do with
// nothing else: kFailedPrecondition where `options.device` gives the processor.
absl::StatusOr<std::unique_ptr<OpenClBackend>> CreateOpenClBackend(const BackendOptions& options);

// What `options.lease` means for a model on `backend`, which was made with these options.
bool TakesTurns(const BackendOptions& options, const Backend& backend);

// The index of the device that `opencl` (the first GPU, else the first device) or `opencl:N` names, there or not.
// kInvalidArgument: neither.
absl::StatusOr<int> ChooseOpenClDevice(const std::string& name, const OpenClInventory& inventory);

// Takes seconds where there are OpenCL drivers.
std::vector<DeviceDescription> ListDevices();

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_CREATE_H_
