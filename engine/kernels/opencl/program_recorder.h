// Notes which programs kernel classes would build on a device, without any OpenCL: so that a compiler that runs without
// the device (tools/xe_report) gets exactly what the product hands to the driver.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_PROGRAM_RECORDER_H_
#define FERRO_ENGINE_KERNELS_OPENCL_PROGRAM_RECORDER_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/kernels/opencl/sources.h"
#include "engine/kernels/opencl/types.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

struct ProgramText {
  std::string file;     // one of KernelFiles()
  std::string defines;  // what the kernel class asked for, for instance "-DROWS=4"
  std::string options;  // all of them
  std::string source;
  bool operator==(const ProgramText&) const = default;
};

// The programs it returns are empty: kernel classes may be built from it, nothing may be bound. One thread.
class ProgramRecorder : public Builder {
 public:
  // `device`: only what shapes are chosen by need be filled in (max_work_group, local_bytes).
  ProgramRecorder(Device device, DotPath dot) : Builder(dot), device_(std::move(device)) {}

  absl::StatusOr<Program> Build(const std::string& file, const std::string& defines) const override;
  const Device& device() const override { return device_; }

  // In the order of their first build, each once.
  const std::vector<ProgramText>& programs() const { return programs_; }

 private:
  const Device device_;
  mutable std::vector<ProgramText> programs_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_PROGRAM_RECORDER_H_
