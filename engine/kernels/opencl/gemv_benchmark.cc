// Speed of the decode products at the shapes of LFM2-350M, over more weights than caches hold.
//   bazel run -c opt //engine/kernels/opencl:gemv_benchmark -- [DEVICE [LANES SPAN AHEAD AT_ONCE NARROW_LANES
//   NARROW_AHEAD NARROW_OUTPUTS]]
// Twice the same table: the time from launch to launch when many are enqueued at once, and the median of what the
// device says a launch took, which drivers reckon in their own ways. GB/s counts weights. The bound is the device's
// read bandwidth; for small matrices the time of a launch.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/benchmarking.h"
#include "engine/kernels/opencl/dot_path.h"
#include "engine/kernels/opencl/gemv.h"

namespace ferro::opencl {
namespace {

constexpr int64_t kWeightBytes = int64_t{256} << 20;
constexpr int kRepeats = 3;
constexpr int kMostRows = 8;

// Zeros: the time does not depend on values.
absl::StatusOr<Buffer> Zeros(Context& context, int64_t bytes) {
  FERRO_ASSIGN_OR_RETURN(Buffer buffer, context.NewBuffer(bytes));
  FERRO_RETURN_IF_ERROR(context.FillZero(buffer, 0, bytes));
  return buffer;
}

double Median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

enum class Output { kAdd, kSwiglu, kConv };

class Benchmark {
 public:
  Benchmark(Context& context, const GemvKernels& kernels) : context_(context), kernels_(kernels) {}

  absl::Status Run(const char* what, int outputs, int inputs, bool norm, Output output) {
    const int64_t words = int64_t{outputs} * inputs / 4, scales = int64_t{outputs} * inputs / kBlock;
    const double bytes = 4.0 * static_cast<double>(words) + 2.0 * static_cast<double>(scales);
    const int copies = static_cast<int>(kWeightBytes / (4 * words)) + 1;
    std::vector<Buffer> buffers;
    const auto zeros = [&](int64_t size) -> absl::StatusOr<cl_mem> {
      FERRO_ASSIGN_OR_RETURN(Buffer buffer, Zeros(context_, size));
      buffers.push_back(std::move(buffer));
      return buffers.back().get();
    };
    FERRO_ASSIGN_OR_RETURN(const cl_mem floats, zeros(4 * kMostRows * int64_t{std::max(inputs, outputs)}));
    FERRO_ASSIGN_OR_RETURN(const cl_mem results, zeros(4 * kMostRows * int64_t{outputs}));
    FERRO_ASSIGN_OR_RETURN(const cl_mem more, zeros(4 * kMostRows * int64_t{std::max(inputs, outputs)}));
    std::vector<MatrixView> matrices;
    for (int i = 0; i < copies; ++i) {
      FERRO_ASSIGN_OR_RETURN(const cl_mem values, zeros(4 * words));
      FERRO_ASSIGN_OR_RETURN(const cl_mem halves, zeros(2 * scales));
      matrices.push_back({values, halves, outputs, inputs, outputs});
    }
    std::printf("%-34s", what);
    for (const int rows : {1, 2, 4, kMostRows}) {
      if (norm && !kernels_.FusesNorm(inputs, rows)) continue;
      GemvArgs args = {.weights = {}, .rows = {0, rows}};
      if (norm) {
        args.input = NormedRows{{floats, inputs}, floats, 1e-5f};
      } else {
        args.input = InputView{floats, floats, inputs};
      }
      if (output == Output::kAdd) args.output = AddTo{{results, outputs}};
      if (output == Output::kSwiglu) args.output = SwigluTo{{results, results, outputs / 2}};
      if (output == Output::kConv) {
        args.output = ConvolveTo{{results, results, outputs / 3}, more, more, 3, {floats, kMostRows}};
      }
      LaunchList launches;
      for (const MatrixView& matrix : matrices) {
        args.weights = matrix;
        FERRO_RETURN_IF_ERROR(kernels_.Gemv(args, launches));
      }
      FERRO_RETURN_IF_ERROR(Print(launches, bytes));
    }
    std::printf("\n");
    return absl::OkStatus();
  }

 private:
  absl::Status Print(const LaunchList& launches, double bytes) {
    std::vector<double> seconds;
    for (int repeat = 0; repeat <= kRepeats; ++repeat) {
      const auto start = std::chrono::steady_clock::now();
      for (const Launch& launch : launches) FERRO_RETURN_IF_ERROR(context_.Enqueue(launch));
      FERRO_RETURN_IF_ERROR(context_.Finish());
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      FERRO_ASSIGN_OR_RETURN(const std::vector<LaunchTime> times, context_.TakeTimes());
      if (repeat == 0) continue;  // compiles, warms up
      for (const LaunchTime& time : times) seconds.push_back(time.seconds);
      if (times.empty()) seconds.push_back(passed.count() / static_cast<double>(launches.size()));
    }
    const double median = Median(seconds);
    std::printf(" %8.1f us %6.1f GB/s", median * 1e6, bytes / median * 1e-9);
    std::fflush(stdout);
    return absl::OkStatus();
  }

  Context& context_;
  const GemvKernels& kernels_;
};

absl::Status RunAll(const Api& api, const Device& device, const GemvTuning& tuning, bool profiling) {
  ContextOptions options;
  options.profiling = profiling;
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<Context> context, Context::Create(api, device, options));
  FERRO_ASSIGN_OR_RETURN(const DotPath dot, FindDotPath(*context));
  FERRO_ASSIGN_OR_RETURN(const GemvKernels kernels, GemvKernels::Build(Builder(*context, dot), tuning));
  std::printf("%s, %s, dot product: %s; %s\n%-34s", device.name.c_str(), GemvShapeText(tuning.shape).c_str(),
              DotPathName(dot), profiling ? "on the device" : "from launch to launch", "");
  for (const int rows : {1, 2, 4, kMostRows}) std::printf(" %d row%-17s", rows, rows == 1 ? "" : "s");
  std::printf("\n");
  Benchmark benchmark(*context, kernels);
  FERRO_RETURN_IF_ERROR(benchmark.Run("out 1024x1024", 1024, 1024, false, Output::kAdd));
  FERRO_RETURN_IF_ERROR(benchmark.Run("norm, conv in 3072x1024, conv", 3072, 1024, true, Output::kConv));
  FERRO_RETURN_IF_ERROR(benchmark.Run("norm, q k v 2048x1024", 2048, 1024, true, Output::kAdd));
  FERRO_RETURN_IF_ERROR(benchmark.Run("gate, up 9216x1024, swiglu", 9216, 1024, false, Output::kSwiglu));
  FERRO_RETURN_IF_ERROR(benchmark.Run("norm, gate, up 9216x1024, swiglu", 9216, 1024, true, Output::kSwiglu));
  FERRO_RETURN_IF_ERROR(benchmark.Run("down 1024x4608", 1024, 4608, false, Output::kAdd));
  FERRO_RETURN_IF_ERROR(benchmark.Run("4608x1024", 4608, 1024, false, Output::kAdd));
  FERRO_RETURN_IF_ERROR(benchmark.Run("logits 65536x1024", 65536, 1024, false, Output::kAdd));
  return benchmark.Run("norm, logits 65536x1024", 65536, 1024, true, Output::kAdd);
}

absl::Status Main(const Api& api, const Device& device, int argc, char** argv) {
  GemvTuning tuning = GemvTuningFor(device);
  if (argc > 8) {
    const auto number = [&](int i) { return std::atoi(argv[i]); };
    tuning = {.shape = {number(2), number(3), number(4), number(5) != 0},
              .narrow = {.lanes = number(6), .ahead = number(7)},
              .narrow_outputs = number(8)};
  }
  FERRO_RETURN_IF_ERROR(RunAll(api, device, tuning, /*profiling=*/false));
  return RunAll(api, device, tuning, /*profiling=*/true);
}

}  // namespace
}  // namespace ferro::opencl

int main(int argc, char** argv) {
  return ferro::opencl::RunBenchmark(argc, argv,
                                     [&](const ferro::opencl::Api& api, const ferro::opencl::Device& device) {
                                       return ferro::opencl::Main(api, device, argc, argv);
                                     });
}
