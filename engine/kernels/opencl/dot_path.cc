#include "engine/kernels/opencl/dot_path.h"

#include <cstdint>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

int Dp4a(int acc, uint32_t a, uint32_t b) {
  for (int i = 0; i < 32; i += 8) acc += static_cast<int8_t>(a >> i) * static_cast<int8_t>(b >> i);
  return acc;
}

}  // namespace

absl::Status TryDotPath(opencl::Context& context, DotPath path) {
  constexpr int kCases = 1024;
  FERRO_ASSIGN_OR_RETURN(const opencl::Program program,
                         context.Build("trial.cl", KernelSource("trial.cl"), BuildOptions(path)));
  std::mt19937 random(1);
  std::vector<uint32_t> a(kCases), b(kCases);
  std::vector<int> acc(kCases), got(kCases);
  for (int i = 0; i < kCases; ++i) {
    a[i] = random();
    b[i] = random();
    acc[i] = static_cast<int>(random() % 2000000) - 1000000;
  }
  a[0] = b[0] = 0x80808080u;  // the largest products
  a[1] = 0x80808080u, b[1] = 0x7f7f7f7fu;
  constexpr int64_t kBytes = kCases * sizeof(int);
  FERRO_ASSIGN_OR_RETURN(const opencl::Buffer a_buffer, context.NewBuffer(kBytes));
  FERRO_ASSIGN_OR_RETURN(const opencl::Buffer b_buffer, context.NewBuffer(kBytes));
  FERRO_ASSIGN_OR_RETURN(const opencl::Buffer acc_buffer, context.NewBuffer(kBytes));
  FERRO_RETURN_IF_ERROR(context.Write(a_buffer, 0, kBytes, a.data()));
  FERRO_RETURN_IF_ERROR(context.Write(b_buffer, 0, kBytes, b.data()));
  FERRO_RETURN_IF_ERROR(context.Write(acc_buffer, 0, kBytes, acc.data()));
  FERRO_ASSIGN_OR_RETURN(const opencl::Launch launch, program.Bind("trial_dp4a", {kCases / 64}, {64}, a_buffer.get(),
                                                                   b_buffer.get(), acc_buffer.get()));
  FERRO_RETURN_IF_ERROR(context.Enqueue(launch));
  FERRO_RETURN_IF_ERROR(context.Read(acc_buffer, 0, kBytes, got.data()));
  for (int i = 0; i < kCases; ++i) {
    const int want = Dp4a(acc[i], a[i], b[i]);
    if (got[i] == want) continue;
    return absl::InternalError(absl::StrCat("the ", DotPathName(path), " dot product of ", context.device().name,
                                            " gives ", got[i], " instead of ", want));
  }
  return absl::OkStatus();
}

absl::StatusOr<DotPath> FindDotPath(opencl::Context& context) {
  absl::Status last;
  for (const DotPath path : kDotPaths) {
    last = TryDotPath(context, path);
    if (last.ok()) return path;
  }
  return absl::UnavailableError(last.message());
}

}  // namespace ferro
