// Prints, as JSON, every OpenCL program that the product builds for an Intel N100 with the default tuning:
// [{"file", "defines", "options", "source"}]. The backend's own kernel set says which; tools/xe_report compiles them.
#include <cstdio>
#include <memory>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/backend/opencl/kernel_set.h"
#include "engine/kernels/opencl/kv.h"
#include "engine/kernels/opencl/peak.h"
#include "engine/kernels/opencl/program_recorder.h"
#include "engine/kernels/opencl/sources.h"

namespace ferro::opencl {
namespace {

Device N100() {
  Device device;
  device.platform_name = "Intel(R) OpenCL Graphics";
  device.name = "Intel(R) UHD Graphics";
  device.gpu = true;
  device.compute_units = 24;
  device.clock_mhz = 750;
  device.max_work_group = 512;
  device.local_bytes = 64 << 10;
  device.global_bytes = int64_t{8} << 30;
  device.max_allocation = int64_t{4} << 30;
  return device;
}

constexpr int kTaps = 3;  // of every LFM2 model
constexpr HeadShape kHeadShapes[] = {
    {.heads = 16, .kv_heads = 8, .head_dim = 64},  // LFM2 350M
    {.heads = 24, .kv_heads = 8, .head_dim = 64},  // LFM2 700M
    {.heads = 32, .kv_heads = 8, .head_dim = 64},  // LFM2 1.2B, 2.6B, 8B-A1B
};
constexpr HeadShape kEncoderShapes[] = {
    {.heads = 16, .kv_heads = 8, .head_dim = 64},                                                 // trunk of d1-omni
    {.heads = 16, .kv_heads = 16, .head_dim = 64},                                                // its head
    {.heads = 16, .kv_heads = 16, .head_dim = 32}, {.heads = 3, .kv_heads = 1, .head_dim = 256},  // EmbeddingGemma 1
    {.heads = 4, .kv_heads = 2, .head_dim = 256},  // EmbeddingGemma 2: layers with a window
    {.heads = 4, .kv_heads = 1, .head_dim = 512},  // and those that see all
};
constexpr KvFormat kKvFormats[] = {KvFormat::kF32, KvFormat::kF16, KvFormat::kInt8};

absl::Status BuildAll(const Builder& builder) {
  FERRO_RETURN_IF_ERROR(builder.Build("trial.cl", "").status());
  for (const std::string& defines : PeakDefines(builder.device())) {
    FERRO_RETURN_IF_ERROR(builder.Build("peak.cl", defines).status());
  }
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<KernelSet> kernels,
                         KernelSet::Build(builder, KernelTuningFor(builder.device(), DotPath::kIntel)));
  FERRO_RETURN_IF_ERROR(kernels->Conv(kTaps).status());
  for (const HeadShape& shape : kHeadShapes) {
    for (const KvFormat format : kKvFormats) FERRO_RETURN_IF_ERROR(kernels->Attention(format, shape).status());
  }
  FERRO_RETURN_IF_ERROR(kernels->Encoder().status());
  FERRO_RETURN_IF_ERROR(kernels->Residual().status());
  for (const HeadShape& shape : kEncoderShapes) {
    FERRO_RETURN_IF_ERROR(kernels->NormRope(shape).status());
    FERRO_RETURN_IF_ERROR(kernels->SymmetricAttention(shape).status());
  }
  return absl::OkStatus();
}

const std::set<std::string> kOfNvidiaAlone = {"gemm_mma.cl", "gemm_mma_swiglu.cl"};

// A file that nothing here builds would go unseen.
absl::Status CheckComplete(const ProgramRecorder& recorder) {
  std::set<std::string> built;
  for (const ProgramText& program : recorder.programs()) built.insert(program.file);
  for (const std::string& file : KernelFiles()) {
    if (!built.contains(file) && !kOfNvidiaAlone.contains(file)) {
      return absl::InternalError(
          absl::StrCat(file, " is built neither by the kernel set nor by list_programs; add it"));
    }
  }
  return absl::OkStatus();
}

absl::Status Main() {
  ProgramRecorder recorder;
  FERRO_RETURN_IF_ERROR(BuildAll(recorder.BuilderFor(N100(), DotPath::kIntel)));
  FERRO_RETURN_IF_ERROR(CheckComplete(recorder));
  Json list = Json::array();
  for (const ProgramText& program : recorder.programs()) {
    list.push_back({{"file", program.file},
                    {"defines", program.defines},
                    {"options", program.options},
                    {"source", program.source}});
  }
  std::puts(list.dump(1).c_str());
  return absl::OkStatus();
}

}  // namespace
}  // namespace ferro::opencl

int main() {
  const absl::Status status = ferro::opencl::Main();
  if (!status.ok()) std::fprintf(stderr, "error: %s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
