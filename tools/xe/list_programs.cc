// Prints, as JSON, every OpenCL program that the product builds for an Intel N100 with the default tuning:
// [{"file", "defines", "options", "source"}]. The kernel classes themselves say which; tools/xe_report compiles them.
#include <cstdio>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/argmax.h"
#include "engine/kernels/opencl/attention.h"
#include "engine/kernels/opencl/conv.h"
#include "engine/kernels/opencl/gemm.h"
#include "engine/kernels/opencl/gemm_tuning.h"
#include "engine/kernels/opencl/gemv.h"
#include "engine/kernels/opencl/kv.h"
#include "engine/kernels/opencl/kv_store.h"
#include "engine/kernels/opencl/moe.h"
#include "engine/kernels/opencl/program_recorder.h"
#include "engine/kernels/opencl/rows.h"
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
constexpr KvFormat kKvFormats[] = {KvFormat::kF32, KvFormat::kF16, KvFormat::kInt8};

absl::Status BuildAll(const Builder& builder) {
  FERRO_RETURN_IF_ERROR(builder.Build("trial.cl", "").status());
  FERRO_RETURN_IF_ERROR(RowKernels::Build(builder).status());
  FERRO_RETURN_IF_ERROR(ConvKernels::Build(builder, kTaps).status());
  FERRO_RETURN_IF_ERROR(MoeKernels::Build(builder).status());
  const GemmTuning gemm = GemmTuningFor(builder.device(), DotPath::kIntel);
  FERRO_RETURN_IF_ERROR(GemmKernels::Build(builder, gemm).status());
  FERRO_RETURN_IF_ERROR(GemvKernels::Build(builder).status());
  FERRO_RETURN_IF_ERROR(ArgmaxKernels::Build(builder).status());
  for (const HeadShape& shape : kHeadShapes) {
    for (const KvFormat format : kKvFormats) {
      FERRO_RETURN_IF_ERROR(KvStoreKernels::Build(builder, format, shape).status());
      FERRO_RETURN_IF_ERROR(AttentionKernels::Build(builder, format, shape, AttentionTuning()).status());
    }
  }
  return absl::OkStatus();
}

// A file that no class builds would go unseen.
absl::Status CheckComplete(const ProgramRecorder& recorder) {
  std::set<std::string> built;
  for (const ProgramText& program : recorder.programs()) built.insert(program.file);
  for (const std::string& file : KernelFiles()) {
    if (!built.contains(file)) {
      return absl::InternalError(absl::StrCat(file, " is built by no kernel class that list_programs knows; add it"));
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
