#include "engine/opencl/program.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/opencl/api.h"

namespace ferro::opencl {
namespace {

constexpr size_t kMaxLogBytes = 1 << 20;
constexpr size_t kMaxBinaryBytes = 64 << 20;

std::string BuildLog(const Api& api, cl_program program, cl_device_id device) {
  size_t size = 0;
  if (api.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS) return "";
  if (size == 0 || size > kMaxLogBytes) return "";
  std::string log(size, '\0');
  if (api.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) != CL_SUCCESS) {
    return "";
  }
  return log.c_str();  // up to the terminating zero
}

}  // namespace

absl::StatusOr<Program> Program::Build(const Api& api, const Device& device, absl::string_view name,
                                       Handle<cl_program> program, const std::string& options) {
  const cl_int code = api.clBuildProgram(program.get(), 1, &device.id, options.c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS) {
    const absl::Status status =
        ToStatus(code, absl::StrCat("program ", name, " (options ", options, ") does not build on ", device.name));
    const std::string log = BuildLog(api, program.get(), device.id);
    return log.empty() ? status : absl::Status(status.code(), absl::StrCat(status.message(), ": ", log));
  }
  return Program(api, std::move(program));
}

absl::StatusOr<Program> Program::FromSource(const Api& api, cl_context context, const Device& device,
                                            absl::string_view name, const std::string& source,
                                            const std::string& options) {
  const char* text = source.c_str();
  const size_t length = source.size();
  cl_int code = CL_SUCCESS;
  Handle<cl_program> program(api.clCreateProgramWithSource(context, 1, &text, &length, &code), api.clReleaseProgram);
  FERRO_RETURN_IF_ERROR(ToStatus(code, absl::StrCat("program ", name)));
  return Build(api, device, name, std::move(program), options);
}

absl::StatusOr<Program> Program::FromBinary(const Api& api, cl_context context, const Device& device,
                                            absl::string_view name, absl::string_view binary,
                                            const std::string& options) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  const size_t length = binary.size();
  cl_int loaded = CL_SUCCESS, code = CL_SUCCESS;
  Handle<cl_program> program(api.clCreateProgramWithBinary(context, 1, &device.id, &length, &bytes, &loaded, &code),
                             api.clReleaseProgram);
  FERRO_RETURN_IF_ERROR(ToStatus(code, absl::StrCat("the binary of program ", name)));
  FERRO_RETURN_IF_ERROR(ToStatus(loaded, absl::StrCat("the binary of program ", name)));
  return Build(api, device, name, std::move(program), options);
}

absl::StatusOr<std::string> Program::Binary() const {
  // Programs are made for one device, so each list has one item.
  size_t size = 0;
  cl_int code = api_->clGetProgramInfo(program_.get(), CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr);
  if (code == CL_SUCCESS && (size == 0 || size > kMaxBinaryBytes)) {
    return absl::InternalError(absl::StrCat("the driver gives a binary of ", size, " bytes"));
  }
  FERRO_RETURN_IF_ERROR(ToStatus(code, "the size of the binary"));
  std::string binary(size, '\0');
  auto* bytes = reinterpret_cast<unsigned char*>(binary.data());
  code = api_->clGetProgramInfo(program_.get(), CL_PROGRAM_BINARIES, sizeof(bytes), &bytes, nullptr);
  FERRO_RETURN_IF_ERROR(ToStatus(code, "the binary"));
  return binary;
}

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

}  // namespace ferro::opencl
