#include "engine/kernels/opencl/program_recorder.h"

#include <algorithm>

namespace ferro::opencl {

Builder ProgramRecorder::BuilderFor(const Device& device, DotPath dot) {
  return Builder(device, dot, [this](const ProgramText& text) {
    if (std::find(programs_.begin(), programs_.end(), text) == programs_.end()) programs_.push_back(text);
    return Program();
  });
}

}  // namespace ferro::opencl
