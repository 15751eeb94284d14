#include "engine/opencl/context.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro::opencl {

absl::StatusOr<Launch> Program::NewLaunch(const std::string& kernel, Extent groups, Extent local) const {
  cl_int code = CL_SUCCESS;
  Launch launch;
  launch.kernel = Handle<cl_kernel>(api_->clCreateKernel(program_.get(), kernel.c_str(), &code), api_->clReleaseKernel);
  FERRO_RETURN_IF_ERROR(ToStatus(code, absl::StrCat("kernel ", kernel)));
  launch.name = kernel;
  for (int i = 0; i < 3; ++i) {
    launch.local[i] = local[i] == 0 ? 1 : local[i];
    launch.global[i] = (groups[i] == 0 ? 1 : groups[i]) * launch.local[i];
  }
  return launch;
}

absl::Status Program::SetRawArg(const Launch& launch, cl_uint index, size_t size, const void* value) const {
  const cl_int code = api_->clSetKernelArg(launch.kernel.get(), index, size, value);
  if (code == CL_SUCCESS) return absl::OkStatus();
  return ToStatus(code, absl::StrCat("argument ", index, " of kernel ", launch.name));
}

Context::Context(const Api& api, const Device& device, const ContextOptions& options)
    : api_(api), device_(device), options_(options) {}

Context::~Context() {
  if (queue_.get() != nullptr) api_.clFinish(queue_.get());
}

absl::StatusOr<std::unique_ptr<Context>> Context::Create(const Api& api, const Device& device,
                                                         const ContextOptions& options) {
  std::unique_ptr<Context> context(new Context(api, device, options));
  cl_int code = CL_SUCCESS;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(device.platform), 0};
  context->context_ =
      Handle<cl_context>(api.clCreateContext(properties, 1, &device.id, nullptr, nullptr, &code), api.clReleaseContext);
  if (code != CL_SUCCESS) return absl::UnavailableError(ToStatus(code, device.name).message());
  const cl_command_queue_properties queue = options.profiling ? CL_QUEUE_PROFILING_ENABLE : 0;
  context->queue_ = Handle<cl_command_queue>(api.clCreateCommandQueue(context->context_.get(), device.id, queue, &code),
                                             api.clReleaseCommandQueue);
  if (code != CL_SUCCESS) return absl::UnavailableError(ToStatus(code, device.name).message());
  return context;
}

absl::StatusOr<Program> Context::Build(absl::string_view name, const std::string& source, const std::string& options) {
  const char* text = source.c_str();
  const size_t length = source.size();
  cl_int code = CL_SUCCESS;
  Handle<cl_program> program(api_.clCreateProgramWithSource(context_.get(), 1, &text, &length, &code),
                             api_.clReleaseProgram);
  FERRO_RETURN_IF_ERROR(ToStatus(code, absl::StrCat("program ", name)));
  code = api_.clBuildProgram(program.get(), 1, &device_.id, options.c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS) {
    size_t size = 0;
    api_.clGetProgramBuildInfo(program.get(), device_.id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    api_.clGetProgramBuildInfo(program.get(), device_.id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    return ToStatus(code, absl::StrCat("program ", name, " (options ", options, ") does not build on ", device_.name,
                                       ": ", log.c_str()));
  }
  return Program(api_, std::move(program));
}

absl::StatusOr<Buffer> Context::NewBuffer(int64_t bytes) {
  if (bytes < 1 || bytes > device_.max_allocation) {
    return absl::ResourceExhaustedError(absl::StrCat("a buffer of ", bytes, " bytes on ", device_.name,
                                                     ", whose largest is ", device_.max_allocation, " bytes"));
  }
  cl_int code = CL_SUCCESS;
  Handle<cl_mem> memory(
      api_.clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, static_cast<size_t>(bytes), nullptr, &code),
      api_.clReleaseMemObject);
  if (code != CL_SUCCESS) return ToStatus(code, absl::StrCat("a buffer of ", bytes, " bytes on ", device_.name));
  return Buffer(std::move(memory), bytes);
}

absl::Status Context::Enqueue(const Launch& launch) {
  cl_event event = nullptr;
  const cl_int code =
      api_.clEnqueueNDRangeKernel(queue_.get(), launch.kernel.get(), 3, nullptr, launch.global.data(),
                                  launch.local.data(), 0, nullptr, options_.profiling ? &event : nullptr);
  if (code != CL_SUCCESS) return ToStatus(code, launch.name);
  if (options_.profiling) profile_.emplace_back(launch.name, Handle<cl_event>(event, api_.clReleaseEvent));
  return absl::OkStatus();
}

absl::Status Context::Write(const Buffer& to, int64_t offset, int64_t bytes, const void* from) {
  return ToStatus(api_.clEnqueueWriteBuffer(queue_.get(), to.get(), CL_TRUE, offset, bytes, from, 0, nullptr, nullptr),
                  "a write to the device");
}

absl::Status Context::Read(const Buffer& from, int64_t offset, int64_t bytes, void* to) {
  return ToStatus(api_.clEnqueueReadBuffer(queue_.get(), from.get(), CL_TRUE, offset, bytes, to, 0, nullptr, nullptr),
                  "a read from the device");
}

absl::StatusOr<Handle<cl_event>> Context::WriteAsync(const Buffer& to, int64_t offset, int64_t bytes,
                                                     const void* from) {
  cl_event event = nullptr;
  FERRO_RETURN_IF_ERROR(
      ToStatus(api_.clEnqueueWriteBuffer(queue_.get(), to.get(), CL_FALSE, offset, bytes, from, 0, nullptr, &event),
               "a write to the device"));
  return Handle<cl_event>(event, api_.clReleaseEvent);
}

absl::StatusOr<Handle<cl_event>> Context::ReadAsync(const Buffer& from, int64_t offset, int64_t bytes, void* to) {
  cl_event event = nullptr;
  FERRO_RETURN_IF_ERROR(
      ToStatus(api_.clEnqueueReadBuffer(queue_.get(), from.get(), CL_FALSE, offset, bytes, to, 0, nullptr, &event),
               "a read from the device"));
  return Handle<cl_event>(event, api_.clReleaseEvent);
}

absl::Status Context::Wait(const Handle<cl_event>& event) {
  const cl_event raw = event.get();
  return ToStatus(api_.clWaitForEvents(1, &raw), "waiting for the device");
}

absl::Status Context::FillZero(const Buffer& buffer, int64_t offset, int64_t bytes) {
  const cl_int zero = 0;
  return ToStatus(
      api_.clEnqueueFillBuffer(queue_.get(), buffer.get(), &zero, sizeof(zero), offset, bytes, 0, nullptr, nullptr),
      "clearing device memory");
}

absl::Status Context::Flush() { return ToStatus(api_.clFlush(queue_.get()), "feeding the device"); }

absl::Status Context::Finish() { return ToStatus(api_.clFinish(queue_.get()), "waiting for the device"); }

absl::StatusOr<std::vector<LaunchTime>> Context::TakeTimes() {
  FERRO_RETURN_IF_ERROR(Finish());
  std::vector<LaunchTime> times;
  for (const auto& [name, event] : profile_) {
    cl_ulong begin = 0, end = 0;
    api_.clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_START, sizeof(begin), &begin, nullptr);
    api_.clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_END, sizeof(end), &end, nullptr);
    times.push_back({name, static_cast<double>(end - begin) * 1e-9});
  }
  profile_.clear();
  return times;
}

}  // namespace ferro::opencl
