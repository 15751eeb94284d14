#include "engine/kernels/opencl/program_recorder.h"

#include <algorithm>

namespace ferro::opencl {

absl::StatusOr<Program> ProgramRecorder::Build(const std::string& file, const std::string& defines) const {
  ProgramText text{file, defines, BuildOptions(dot()) + " " + defines, KernelSource(file)};
  if (std::find(programs_.begin(), programs_.end(), text) == programs_.end()) programs_.push_back(std::move(text));
  return Program();
}

}  // namespace ferro::opencl
