#include "engine/opencl/context.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/version.h"

namespace ferro::opencl {

Context::Context(const Api& api, const Device& device, const ContextOptions& options)
    : api_(api),
      device_(device),
      options_(options),
      profiling_(options.profiling),
      programs_(options.program_folder),
      keeps_programs_(!options.program_folder.empty()),
      bound_(options.max_queued_ms) {}

Context::~Context() {
  if (queue_.get() == nullptr) return;
  const Watchdog::Guard guard(watchdog_, "the end of the queue", options_.call_limit);
  api_.clFinish(queue_.get());
}

absl::StatusOr<std::unique_ptr<Context>> Context::Create(const Api& api, const Device& device,
                                                         const ContextOptions& options) {
  std::unique_ptr<Context> context(new Context(api, device, options));
  const Watchdog::Guard guard(context->watchdog_, "opening the device", options.call_limit);
  cl_int code = CL_SUCCESS;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(device.platform), 0};
  context->context_ =
      Handle<cl_context>(api.clCreateContext(properties, 1, &device.id, nullptr, nullptr, &code), api.clReleaseContext);
  if (code != CL_SUCCESS) return absl::UnavailableError(ToStatus(code, device.name).message());
  FERRO_RETURN_IF_ERROR(context->MakeQueue());
  return context;
}

absl::Status Context::MakeQueue() {
  cl_int code = CL_SUCCESS;
  const cl_command_queue_properties properties = profiling_ ? CL_QUEUE_PROFILING_ENABLE : 0;
  queue_ = Handle<cl_command_queue>(api_.clCreateCommandQueue(context_.get(), device_.id, properties, &code),
                                    api_.clReleaseCommandQueue);
  return code == CL_SUCCESS ? absl::OkStatus() : absl::UnavailableError(ToStatus(code, device_.name).message());
}

absl::Status Context::SetProfiling(bool on) {
  FERRO_RETURN_IF_ERROR(Finish());
  profiling_ = on;
  profile_.clear();
  const Watchdog::Guard guard(watchdog_, "making a queue", options_.call_limit);
  return MakeQueue();
}

std::string Context::ProgramKey(const std::string& source, const std::string& options) const {
  return ProgramCache::Key({kVersion, device_.platform_name, device_.platform_version, device_.name, device_.version,
                            device_.driver, options, source});
}

absl::StatusOr<Program> Context::Build(absl::string_view name, const std::string& source, const std::string& options) {
  const Watchdog::Guard guard(watchdog_, "building a program", options_.build_limit);
  std::string key;
  if (keeps_programs_) {
    key = ProgramKey(source, options);
    if (const std::optional<std::string> binary = programs_.Load(key)) {
      absl::StatusOr<Program> program = Program::FromBinary(api_, context_.get(), device_, name, *binary, options);
      if (program.ok() || absl::IsUnavailable(program.status())) return program;
      LogWarning("program_binary_refused", {{"program", name}, {"reason", program.status().message()}});
      programs_.Remove(key);
    }
  }
  FERRO_ASSIGN_OR_RETURN(Program program, Program::FromSource(api_, context_.get(), device_, name, source, options));
  if (keeps_programs_) Keep(key, name, program);
  return program;
}

void Context::Keep(const std::string& key, absl::string_view name, const Program& program) {
  const absl::StatusOr<std::string> binary = program.Binary();
  const absl::Status status = binary.ok() ? programs_.Store(key, *binary) : binary.status();
  if (status.ok()) return;
  // One line is enough: the next program would meet the same.
  LogWarning("programs_not_kept", {{"program", name}, {"reason", status.message()}});
  keeps_programs_ = false;
}

absl::StatusOr<Buffer> Context::NewBuffer(int64_t bytes) {
  if (bytes < 1 || bytes > device_.max_allocation) {
    return absl::ResourceExhaustedError(absl::StrCat("a buffer of ", bytes, " bytes on ", device_.name,
                                                     ", whose largest is ", device_.max_allocation, " bytes"));
  }
  const Watchdog::Guard guard(watchdog_, "allocating device memory", options_.call_limit);
  cl_int code = CL_SUCCESS;
  Handle<cl_mem> memory(
      api_.clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, static_cast<size_t>(bytes), nullptr, &code),
      api_.clReleaseMemObject);
  if (code != CL_SUCCESS) return ToStatus(code, absl::StrCat("a buffer of ", bytes, " bytes on ", device_.name));
  return Buffer(std::move(memory), bytes);
}

absl::Status Context::MakeRoom(double cost_ms) {
  while (!bound_.Fits(cost_ms)) {
    if (bound_.oldest() == nullptr) return Finish();
    FERRO_RETURN_IF_ERROR(WaitFor(bound_.oldest()));
    bound_.PopOldest();
  }
  return absl::OkStatus();
}

absl::Status Context::Enqueue(const Launch& launch) {
  if (!repeats_.any()) return EnqueueOnce(launch);
  for (int times = repeats_.TimesOf(launch.name); times > 0; --times) FERRO_RETURN_IF_ERROR(EnqueueOnce(launch));
  return absl::OkStatus();
}

absl::Status Context::EnqueueOnce(const Launch& launch) {
  if (options_.on_launch) options_.on_launch(launch);
  if (!bound_.Fits(launch.cost_ms)) FERRO_RETURN_IF_ERROR(MakeRoom(launch.cost_ms));
  const bool mark = bound_.WantsEvent(launch.cost_ms);
  cl_event event = nullptr;
  {
    const Watchdog::Guard guard(watchdog_, launch.name.c_str(), options_.call_limit);
    const cl_int code =
        api_.clEnqueueNDRangeKernel(queue_.get(), launch.kernel.get(), 3, nullptr, launch.global.data(),
                                    launch.local.data(), 0, nullptr, profiling_ || mark ? &event : nullptr);
    if (code != CL_SUCCESS) return ToStatus(code, launch.name);
  }
  if (profiling_) {
    if (mark) api_.clRetainEvent(event);
    profile_.push_back({launch.name, launch.work, Handle<cl_event>(event, api_.clReleaseEvent)});
  }
  bound_.Add(launch.cost_ms, mark ? Handle<cl_event>(event, api_.clReleaseEvent) : Handle<cl_event>());
  // Work that is worth a mark is worth starting.
  return mark ? Flush() : absl::OkStatus();
}

absl::Status Context::Write(const Buffer& to, int64_t offset, int64_t bytes, const void* from) {
  const Watchdog::Guard guard(watchdog_, "a write to the device", options_.call_limit);
  return ToStatus(api_.clEnqueueWriteBuffer(queue_.get(), to.get(), CL_TRUE, offset, bytes, from, 0, nullptr, nullptr),
                  "a write to the device");
}

absl::Status Context::Read(const Buffer& from, int64_t offset, int64_t bytes, void* to) {
  const Watchdog::Guard guard(watchdog_, "a read from the device", options_.call_limit);
  FERRO_RETURN_IF_ERROR(
      ToStatus(api_.clEnqueueReadBuffer(queue_.get(), from.get(), CL_TRUE, offset, bytes, to, 0, nullptr, nullptr),
               "a read from the device"));
  bound_.Clear();
  return absl::OkStatus();
}

absl::StatusOr<Handle<cl_event>> Context::WriteAsync(const Buffer& to, int64_t offset, int64_t bytes,
                                                     const void* from) {
  const Watchdog::Guard guard(watchdog_, "a write to the device", options_.call_limit);
  cl_event event = nullptr;
  FERRO_RETURN_IF_ERROR(
      ToStatus(api_.clEnqueueWriteBuffer(queue_.get(), to.get(), CL_FALSE, offset, bytes, from, 0, nullptr, &event),
               "a write to the device"));
  return Handle<cl_event>(event, api_.clReleaseEvent);
}

absl::StatusOr<Handle<cl_event>> Context::ReadAsync(const Buffer& from, int64_t offset, int64_t bytes, void* to) {
  const Watchdog::Guard guard(watchdog_, "a read from the device", options_.call_limit);
  cl_event event = nullptr;
  FERRO_RETURN_IF_ERROR(
      ToStatus(api_.clEnqueueReadBuffer(queue_.get(), from.get(), CL_FALSE, offset, bytes, to, 0, nullptr, &event),
               "a read from the device"));
  return Handle<cl_event>(event, api_.clReleaseEvent);
}

absl::Status Context::Wait(const Handle<cl_event>& event) { return WaitFor(event.get()); }

absl::Status Context::WaitFor(cl_event event) {
  const Watchdog::Guard guard(watchdog_, "waiting for the device", options_.call_limit);
  return ToStatus(api_.clWaitForEvents(1, &event), "waiting for the device");
}

absl::Status Context::FillZero(const Buffer& buffer, int64_t offset, int64_t bytes) {
  const Watchdog::Guard guard(watchdog_, "clearing device memory", options_.call_limit);
  const cl_int zero = 0;
  return ToStatus(
      api_.clEnqueueFillBuffer(queue_.get(), buffer.get(), &zero, sizeof(zero), offset, bytes, 0, nullptr, nullptr),
      "clearing device memory");
}

absl::Status Context::Flush() {
  const Watchdog::Guard guard(watchdog_, "feeding the device", options_.call_limit);
  return ToStatus(api_.clFlush(queue_.get()), "feeding the device");
}

absl::Status Context::Finish() {
  const Watchdog::Guard guard(watchdog_, "waiting for the device", options_.call_limit);
  FERRO_RETURN_IF_ERROR(ToStatus(api_.clFinish(queue_.get()), "waiting for the device"));
  bound_.Clear();
  return absl::OkStatus();
}

absl::StatusOr<std::vector<LaunchTime>> Context::TakeTimes() {
  FERRO_RETURN_IF_ERROR(Finish());
  std::vector<LaunchTime> times;
  times.reserve(profile_.size());
  for (const auto& [name, work, event] : profile_) {
    cl_ulong begin = 0, end = 0;
    for (const auto& [what, value] :
         {std::pair(CL_PROFILING_COMMAND_START, &begin), {CL_PROFILING_COMMAND_END, &end}}) {
      FERRO_RETURN_IF_ERROR(ToStatus(api_.clGetEventProfilingInfo(event.get(), what, sizeof(*value), value, nullptr),
                                     absl::StrCat("the device time of ", name)));
    }
    times.push_back({name, end < begin ? 0 : static_cast<double>(end - begin) * 1e-9, work});
  }
  profile_.clear();
  return times;
}

}  // namespace ferro::opencl
