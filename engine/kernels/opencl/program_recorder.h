// Notes which programs kernel classes would build on a device, without any OpenCL: so that a compiler that runs without
// the device (tools/xe_report) gets exactly what the product hands to the driver.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_PROGRAM_RECORDER_H_
#define FERRO_ENGINE_KERNELS_OPENCL_PROGRAM_RECORDER_H_

#include <vector>

#include "engine/kernels/opencl/sources.h"
#include "engine/kernels/opencl/types.h"
#include "engine/opencl/device.h"

namespace ferro::opencl {

// One thread.
class ProgramRecorder {
 public:
  // A builder whose programs are empty: kernel classes may be built from it, nothing may be bound. Must not outlive
  // this. `device`: only what shapes are chosen by need be filled in (max_work_group, local_bytes).
  Builder BuilderFor(const Device& device, DotPath dot);

  // In the order of their first build, each once.
  const std::vector<ProgramText>& programs() const { return programs_; }

 private:
  std::vector<ProgramText> programs_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_PROGRAM_RECORDER_H_
