// Speed of the tile products at the shapes of LFM2-350M, over more weights than caches hold.
//   bazel run -c opt //engine/kernels/opencl:gemm_benchmark -- [DEVICE [ROWS ...]]
// Microseconds from launch to launch when many are enqueued at once, one line a shape of the kernel, first of gemm.cl,
// then, where the device has tensor cores, of gemm_mma.cl.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/benchmarking.h"
#include "engine/kernels/opencl/dot_path.h"
#include "engine/kernels/opencl/gemm.h"
#include "engine/kernels/opencl/gemm_mma.h"

namespace ferro::opencl {
namespace {

constexpr int64_t kWeightBytes = int64_t{160} << 20;
constexpr int kRepeats = 3;

struct Shape {
  int outputs, inputs;
};
constexpr Shape kShapes[] = {{1024, 1024}, {2048, 1024}, {3072, 1024}, {9216, 1024}, {1024, 4608}};

constexpr MmaTuning kMmaTunings[] = {
    {true, 2, 2, 4, 1, 4, 4}, {true, 2, 2, 4, 1, 8, 4}, {true, 2, 2, 4, 1, 8, 8}, {true, 2, 2, 2, 1, 4, 4},
    {true, 2, 2, 2, 1, 8, 4}, {true, 2, 1, 4, 1, 4, 4}, {true, 2, 1, 4, 1, 8, 4}, {true, 2, 1, 2, 1, 8, 4},
    {true, 1, 1, 4, 1, 8, 4}, {true, 1, 2, 4, 1, 8, 4}, {true, 1, 2, 2, 1, 8, 8}, {true, 2, 4, 4, 1, 4, 4},
    {true, 2, 4, 2, 1, 8, 4}, {true, 2, 4, 2, 2, 4, 4}, {true, 2, 4, 4, 2, 4, 4}, {true, 4, 2, 2, 2, 4, 2},
    {true, 4, 4, 2, 2, 4, 2}, {true, 2, 8, 2, 2, 4, 2}, {true, 2, 2, 2, 2, 8, 4}, {true, 4, 1, 2, 1, 8, 4},
};

using Append = std::function<absl::Status(const MatrixView&, const InputView&, int rows, RowsView, LaunchList&)>;

class Benchmark {
 public:
  Benchmark(Context& context, int rows) : context_(context), rows_(rows) {}

  absl::Status Print(const std::string& what, const Append& append) {
    std::printf("%-60s", what.c_str());
    for (const Shape& shape : kShapes) {
      FERRO_ASSIGN_OR_RETURN(const double seconds, Time(shape, append));
      std::printf(" %9.1f", seconds * 1e6);
      std::fflush(stdout);
    }
    std::printf("\n");
    return absl::OkStatus();
  }

 private:
  // Zeros: the time does not depend on values.
  absl::StatusOr<cl_mem> Zeros(int64_t bytes) {
    FERRO_ASSIGN_OR_RETURN(Buffer buffer, context_.NewBuffer(bytes));
    FERRO_RETURN_IF_ERROR(context_.FillZero(buffer, 0, bytes));
    buffers_.push_back(std::move(buffer));
    return buffers_.back().get();
  }

  // Seconds of a launch.
  absl::StatusOr<double> Time(const Shape& shape, const Append& append) {
    buffers_.clear();
    const int64_t values = int64_t{shape.outputs} * shape.inputs;
    FERRO_ASSIGN_OR_RETURN(const cl_mem x, Zeros(4 * int64_t{rows_} * shape.inputs));
    FERRO_ASSIGN_OR_RETURN(const cl_mem y, Zeros(4 * int64_t{rows_} * shape.outputs));
    LaunchList launches;
    for (int64_t bytes = 0; bytes < kWeightBytes; bytes += values) {
      FERRO_ASSIGN_OR_RETURN(const cl_mem words, Zeros(values));
      FERRO_ASSIGN_OR_RETURN(const cl_mem halves, Zeros(2 * values / kBlock));
      FERRO_RETURN_IF_ERROR(append({words, halves, shape.outputs, shape.inputs, shape.outputs}, {x, x, shape.inputs},
                                   rows_, {y, shape.outputs}, launches));
    }
    std::vector<double> seconds;
    for (int repeat = 0; repeat <= kRepeats; ++repeat) {
      const auto start = std::chrono::steady_clock::now();
      for (const Launch& launch : launches) FERRO_RETURN_IF_ERROR(context_.Enqueue(launch));
      FERRO_RETURN_IF_ERROR(context_.Finish());
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      if (repeat > 0) seconds.push_back(passed.count() / static_cast<double>(launches.size()));
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
  }

  Context& context_;
  const int rows_;
  std::vector<Buffer> buffers_;
};

absl::Status RunRows(Context& context, DotPath dot, int rows) {
  std::printf("\n%-60s", absl::StrCat(rows, " rows, microseconds").c_str());
  for (const Shape& shape : kShapes) std::printf(" %9s", absl::StrCat(shape.outputs, "x", shape.inputs).c_str());
  std::printf("\n");
  const Builder builder(context, dot);
  Benchmark benchmark(context, rows);
  const GemmTuning tuning = GemmTuningFor(context.device(), dot);
  FERRO_ASSIGN_OR_RETURN(const GemmKernels plain, GemmKernels::Build(builder, tuning));
  FERRO_RETURN_IF_ERROR(benchmark.Print(
      absl::StrCat("gemm ", GemmTuningText(tuning)),
      [&](const MatrixView& weights, const InputView& x, int count, const RowsView& y, LaunchList& out) {
        return plain.Gemm(weights, x, {0, count}, y, /*accumulate=*/false, out);
      }));
  if (!MmaTuningFor(context.device(), dot).used) return absl::OkStatus();
  for (const MmaTuning& mma_tuning : kMmaTunings) {
    FERRO_ASSIGN_OR_RETURN(const MmaGemmKernels mma, MmaGemmKernels::Build(builder, mma_tuning));
    FERRO_RETURN_IF_ERROR(benchmark.Print(
        absl::StrCat("gemm_mma ", MmaTuningText(mma_tuning)),
        [&](const MatrixView& weights, const InputView& x, int count, const RowsView& y, LaunchList& out) {
          return mma.Gemm(weights, nullptr, x, {0, count}, y, /*accumulate=*/false, out);
        }));
  }
  return absl::OkStatus();
}

absl::Status Main(const Api& api, const Device& device, int argc, char** argv) {
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<Context> context, Context::Create(api, device, {}));
  FERRO_ASSIGN_OR_RETURN(const DotPath dot, FindDotPath(*context));
  std::printf("%s, dot product: %s\n", device.name.c_str(), DotPathName(dot));
  if (argc < 3) return RunRows(*context, dot, 200);
  for (int i = 2; i < argc; ++i) FERRO_RETURN_IF_ERROR(RunRows(*context, dot, std::max(1, std::atoi(argv[i]))));
  return absl::OkStatus();
}

}  // namespace
}  // namespace ferro::opencl

int main(int argc, char** argv) {
  return ferro::opencl::RunBenchmark(argc, argv,
                                     [&](const ferro::opencl::Api& api, const ferro::opencl::Device& device) {
                                       return ferro::opencl::Main(api, device, argc, argv);
                                     });
}
