// The OpenCL sources of this folder, as they were compiled into the binary.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_SOURCES_H_
#define FERRO_ENGINE_KERNELS_OPENCL_SOURCES_H_

#include <string>
#include <vector>

namespace ferro {

// How a kernel multiplies four int8 pairs and adds: one macro, four bodies (dot.cl).
enum class DotPath { kPlain = 0, kKhr = 1, kIntel = 2, kNvidia = 3 };

constexpr DotPath kDotPaths[] = {DotPath::kKhr, DotPath::kIntel, DotPath::kNvidia, DotPath::kPlain};

// plain, khr, intel, nvidia.
const char* DotPathName(DotPath path);

// `file` with everything that it includes: OpenCL has no folders to search at run time. It must be one of
// KernelFiles().
std::string KernelSource(const std::string& file);

// The files that hold kernels, in alphabetical order.
std::vector<std::string> KernelFiles();

// The options that every build needs; a program adds its own -D to them.
std::string BuildOptions(DotPath dot);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPENCL_SOURCES_H_
