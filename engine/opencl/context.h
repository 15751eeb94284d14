// One device in use: its context, its in-order queue, and the objects made on it.
//
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Context> context, Context::Create(*api, device, {}));
//   FERRO_ASSIGN_OR_RETURN(Program program, context->Build("rows", source, "-DLANES=16"));
//   FERRO_ASSIGN_OR_RETURN(Buffer x, context->NewBuffer(bytes));
//   FERRO_ASSIGN_OR_RETURN(Launch launch, program.Bind("add", {n}, {64}, x.get(), y.get(), cl_int{n}));
//   FERRO_RETURN_IF_ERROR(context->Enqueue(launch));  // as often as wanted
//
// Threads: one at a time, the one that owns the device. Objects must be destroyed before their context.
#ifndef FERRO_ENGINE_OPENCL_CONTEXT_H_
#define FERRO_ENGINE_OPENCL_CONTEXT_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/opencl/api.h"
#include "engine/opencl/device.h"

namespace ferro::opencl {

// Releases an OpenCL object when it goes; movable.
template <class T>
class Handle {
 public:
  using Release = cl_int(CL_API_CALL*)(T);
  Handle() = default;
  Handle(T object, Release release) : object_(object), release_(release) {}
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)), release_(other.release_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~Handle() {
    if (object_ != nullptr) release_(object_);
  }
  T get() const { return object_; }

 private:
  T object_ = nullptr;
  Release release_ = nullptr;
};

// Device memory. Its address never changes.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Handle<cl_mem> memory, int64_t bytes) : memory_(std::move(memory)), bytes_(bytes) {}
  cl_mem get() const { return memory_.get(); }
  int64_t bytes() const { return bytes_; }

 private:
  Handle<cl_mem> memory_;
  int64_t bytes_ = 0;
};

// Up to three dimensions; missing ones are 1.
using Extent = std::array<size_t, 3>;

// A kernel with all its arguments, ready to be enqueued any number of times. `name` is what a profile calls it.
struct Launch {
  Handle<cl_kernel> kernel;
  std::string name;
  Extent global{1, 1, 1};  // work-items, a multiple of `local`
  Extent local{1, 1, 1};
};

// Shared local memory as a kernel argument.
struct LocalBytes {
  size_t bytes;
};

class Program {
 public:
  Program() = default;
  Program(const Api& api, Handle<cl_program> program) : api_(&api), program_(std::move(program)) {}

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

// How long one enqueued launch ran on the device.
struct LaunchTime {
  std::string name;
  double seconds;
};

struct ContextOptions {
  bool profiling = false;  // keep the device time of every launch, see TakeTimes
};

class Context {
 public:
  // kUnavailable: the driver refuses the device.
  static absl::StatusOr<std::unique_ptr<Context>> Create(const Api& api, const Device& device,
                                                         const ContextOptions& options);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Api& api() const { return api_; }
  const Device& device() const { return device_; }

  // Builds `source`. `name` is for messages. kInternal with the compiler's log: it does not build.
  absl::StatusOr<Program> Build(absl::string_view name, const std::string& source, const std::string& options);

  // Uninitialised. kResourceExhausted: does not fit, or is larger than the device's largest allocation.
  absl::StatusOr<Buffer> NewBuffer(int64_t bytes);

  absl::Status Enqueue(const Launch& launch);
  // The copy is done when these return, and so is everything enqueued before a Read.
  absl::Status Write(const Buffer& to, int64_t offset, int64_t bytes, const void* from);
  absl::Status Read(const Buffer& from, int64_t offset, int64_t bytes, void* to);
  // Returns at once; the host memory must stay as it is until the returned event, or a later Finish, is over.
  absl::StatusOr<Handle<cl_event>> WriteAsync(const Buffer& to, int64_t offset, int64_t bytes, const void* from);
  absl::StatusOr<Handle<cl_event>> ReadAsync(const Buffer& from, int64_t offset, int64_t bytes, void* to);
  absl::Status Wait(const Handle<cl_event>& event);
  absl::Status FillZero(const Buffer& buffer, int64_t offset, int64_t bytes);
  absl::Status Flush();
  absl::Status Finish();

  // With profiling: what ran since the last call, in order. Waits for it.
  absl::StatusOr<std::vector<LaunchTime>> TakeTimes();

 private:
  Context(const Api& api, const Device& device, const ContextOptions& options);

  const Api& api_;
  const Device device_;
  const ContextOptions options_;
  Handle<cl_context> context_;
  Handle<cl_command_queue> queue_;
  std::vector<std::pair<std::string, Handle<cl_event>>> profile_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_CONTEXT_H_
