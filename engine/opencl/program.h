// A built program, and its kernels with their arguments bound.
#ifndef FERRO_ENGINE_OPENCL_PROGRAM_H_
#define FERRO_ENGINE_OPENCL_PROGRAM_H_

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/opencl/device.h"
#include "engine/opencl/functions.h"
#include "engine/opencl/handle.h"
#include "engine/opencl/launch_work.h"

namespace ferro::opencl {

// Up to three dimensions; missing ones are 1.
using Extent = std::array<size_t, 3>;

// A kernel with all its arguments, ready to be enqueued any number of times. `name` is what a profile calls it.
struct Launch {
  Handle<cl_kernel> kernel;
  std::string name;
  Extent global{1, 1, 1};  // work-items, a multiple of `local`
  Extent local{1, 1, 1};
  double cost_ms = 0;  // estimated time on the device; 0: too short to count (ContextOptions::max_queued_ms)
  LaunchWork work;     // what it asks of the device; none where nobody counted
};

// Shared local memory as a kernel argument.
struct LocalBytes {
  size_t bytes;
};

// Threads: as its context.
class Program {
 public:
  Program() = default;
  Program(const Api& api, Handle<cl_program> program) : api_(&api), program_(std::move(program)) {}

  // Both may take minutes and block. kInternal with the compiler's log: it does not build. `name` is for messages.
  static absl::StatusOr<Program> FromSource(const Api& api, cl_context context, const Device& device,
                                            absl::string_view name, const std::string& source,
                                            const std::string& options);
  static absl::StatusOr<Program> FromBinary(const Api& api, cl_context context, const Device& device,
                                            absl::string_view name, absl::string_view binary,
                                            const std::string& options);

  // What FromBinary takes, on the same device and driver. kInternal: the driver gives none.
  absl::StatusOr<std::string> Binary() const;

  // Arguments in the kernel's order: cl_mem, LocalBytes, cl_int, cl_uint or cl_float. `groups` work-groups of `local`
  // items. The buffers must outlive the launch. kInternal: no such kernel, or arguments that it does not take.
  template <class... Args>
  absl::StatusOr<Launch> Bind(const std::string& kernel, Extent groups, Extent local, const Args&... args) const {
    absl::StatusOr<Launch> launch = NewLaunch(kernel, groups, local);
    if (!launch.ok()) return launch;
    cl_uint index = 0;
    absl::Status status;
    (static_cast<void>(status.ok() ? status = SetArg(*launch, index++, args) : status), ...);
    if (!status.ok()) return status;
    return launch;
  }

  cl_program get() const { return program_.get(); }

 private:
  static absl::StatusOr<Program> Build(const Api& api, const Device& device, absl::string_view name,
                                       Handle<cl_program> program, const std::string& options);
  absl::StatusOr<Launch> NewLaunch(const std::string& kernel, Extent groups, Extent local) const;
  absl::Status SetRawArg(const Launch& launch, cl_uint index, size_t size, const void* value) const;
  template <class T>
  absl::Status SetArg(const Launch& launch, cl_uint index, const T& value) const {
    static_assert(std::is_same_v<T, cl_mem> || std::is_same_v<T, LocalBytes> || std::is_same_v<T, cl_int> ||
                  std::is_same_v<T, cl_uint> || std::is_same_v<T, cl_float>);
    if constexpr (std::is_same_v<T, LocalBytes>) {
      return SetRawArg(launch, index, value.bytes, nullptr);
    } else {
      return SetRawArg(launch, index, sizeof(value), &value);
    }
  }

  const Api* api_ = nullptr;
  Handle<cl_program> program_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_PROGRAM_H_
