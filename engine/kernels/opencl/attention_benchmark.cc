// Device times of attention and of storing, for the shape of a model's attention layer.
//   bazel run -c opt //engine/kernels/opencl:attention_benchmark -- DEVICE [HEADS KV_HEADS HEAD_DIM
//       [TILE_QUERIES BLOCKS_PER_GROUP WHOLE_BLOCKS PREFILL_AHEAD DECODE_AHEAD]]
// GB/s counts each key and value of the rows once, GFLOP/s both products over the keys that each row sees.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/attention.h"
#include "engine/kernels/opencl/benchmarking.h"
#include "engine/kernels/opencl/dot_path.h"
#include "engine/kernels/opencl/kv_store.h"
#include "engine/kernels/opencl/kv_testing.h"
#include "engine/kernels/ops/kv_layout.h"

namespace ferro::opencl {
namespace {

constexpr double kBusySeconds = 1e-3;  // twice what queueing the launches of one measurement takes
constexpr int kMaxPositions = 4096;

class Benchmark {
 public:
  Benchmark(Context& context, DotPath dot, const HeadShape& shape, const AttentionTuning& tuning)
      : context_(context), dot_(dot), shape_(shape), tuning_(tuning) {}

  // Makes the work that keeps the device busy, long enough to queue launches behind it.
  absl::Status Init() {
    const char* const source =
        "__kernel void busy(__global uint* out, int n) { uint x = 1; for (int i = 0; i < n; ++i) x = x * 3 + n; *out = "
        "x; }";
    FERRO_ASSIGN_OR_RETURN(const Program program, context_.Build("busy", source, ""));
    FERRO_ASSIGN_OR_RETURN(busy_result_, context_.NewBuffer(4));
    for (int n = 1 << 16; n < 1 << 28; n *= 2) {
      FERRO_ASSIGN_OR_RETURN(busy_, program.Bind("busy", {1}, {1}, busy_result_.get(), cl_int{n}));
      FERRO_ASSIGN_OR_RETURN(const double seconds, WallOf(busy_, 1));
      if (seconds > 2 * kBusySeconds) break;
    }
    return absl::OkStatus();
  }

  absl::Status Run(KvFormat format, const char* name) {
    const Builder builder(context_, dot_);
    FERRO_ASSIGN_OR_RETURN(const AttentionKernels attention, AttentionKernels::Build(builder, format, shape_, tuning_));
    FERRO_ASSIGN_OR_RETURN(const KvStoreKernels store, KvStoreKernels::Build(builder, format, shape_));
    FERRO_ASSIGN_OR_RETURN(const KvBuffers kv, KvBuffers::Create(context_, format, shape_, kMaxStreams, kMaxPositions));
    kv_ = kv.view();
    const double row_bytes = 2.0 * shape_.kv_heads * static_cast<double>(KvRowBytes(format, shape_.head_dim));
    const double row_flops = 4.0 * shape_.heads * shape_.head_dim;
    for (const int rows : {192, 512, 1522}) {
      double keys = rows * (rows + 1.0) / 2;
      FERRO_RETURN_IF_ERROR(Measure(absl::StrCat(name, " prefill ", rows), {{0, 0, rows}}, rows * row_bytes,
                                    keys * row_flops, [&](const AttentionViews& views, cl_mem, LaunchList& out) {
                                      return attention.Prefill({0, rows}, views, out);
                                    }));
    }
    for (const int streams : {1, kMaxStreams}) {
      for (const int position : {20, 1900}) {
        std::vector<TestRun> runs;
        for (int slot = 0; slot < streams; ++slot) runs.push_back({slot, position, 1});
        int max_blocks = 1;
        while (max_blocks * kKeyBlock <= position) max_blocks *= 2;
        const double keys = streams * (position + 1.0);
        FERRO_RETURN_IF_ERROR(Measure(absl::StrCat(name, " decode ", streams, " at ", position), runs, keys * row_bytes,
                                      keys * row_flops,
                                      [&](const AttentionViews& views, cl_mem partials, LaunchList& out) {
                                        return attention.Decode({0, streams}, max_blocks, views, partials, out);
                                      }));
      }
    }
    for (const int rows : {1, 512}) {
      const double bytes = rows * (row_bytes + 4.0 * (2 * shape_.heads + 2 * shape_.kv_heads) * shape_.head_dim);
      FERRO_RETURN_IF_ERROR(
          Measure(absl::StrCat(name, " store ", rows), {{0, 0, rows}}, bytes, 0,
                  [&](const AttentionViews& views, cl_mem scratch, LaunchList& out) {
                    const QkNormRope norm_rope = {scratch, scratch, 1e-5f, scratch, shape_.head_dim / 2};
                    return store.StoreQkv({0, rows}, views.pass, norm_rope, views.qkv, views.kv, out);
                  }));
    }
    return absl::OkStatus();
  }

 private:
  static constexpr int kMaxStreams = 8;

  template <class Append>
  absl::Status Measure(const std::string& what, const std::vector<TestRun>& runs, double bytes, double flops,
                       Append append) {
    const std::vector<cl_int> data = PassData(runs);
    const int rows = static_cast<int>(data.size()) / 12;
    const int width = (shape_.heads + 2 * shape_.kv_heads) * shape_.head_dim;
    const int64_t components = int64_t{rows} * shape_.heads * shape_.head_dim;
    FERRO_ASSIGN_OR_RETURN(const Buffer pass, context_.NewBuffer(static_cast<int64_t>(data.size()) * 4));
    FERRO_ASSIGN_OR_RETURN(const Buffer qkv, context_.NewBuffer(int64_t{4} * rows * width));
    FERRO_ASSIGN_OR_RETURN(const Buffer out, context_.NewBuffer(components));
    FERRO_ASSIGN_OR_RETURN(const Buffer scales, context_.NewBuffer(components / 8));
    FERRO_ASSIGN_OR_RETURN(const Buffer scratch, context_.NewBuffer(int64_t{64} << 20));
    FERRO_RETURN_IF_ERROR(context_.Write(pass, 0, pass.bytes(), data.data()));
    FERRO_RETURN_IF_ERROR(context_.FillZero(qkv, 0, qkv.bytes()));
    LaunchList launches;
    FERRO_RETURN_IF_ERROR(
        append({{pass.get(), rows}, {qkv.get(), width}, kv_, {out.get(), scales.get(), 0}}, scratch.get(), launches));
    double total = 0;
    std::vector<std::string> parts;
    for (const Launch& launch : launches) {
      FERRO_ASSIGN_OR_RETURN(const double seconds, TimeOf(launch));
      total += seconds;
      parts.push_back(absl::StrFormat("%s %.1f", launch.name, seconds * 1e6));
    }
    std::printf("%-24s %9.1f us %8.1f GB/s %8.1f GFLOP/s   %s\n", what.c_str(), total * 1e6, bytes / total * 1e-9,
                flops / total * 1e-9, absl::StrJoin(parts, ", ").c_str());
    return absl::OkStatus();
  }

  // On a device that does nothing between launches: while it is kept busy by something else, many are queued.
  absl::StatusOr<double> TimeOf(const Launch& launch) {
    FERRO_ASSIGN_OR_RETURN(const double rough, WallOf(launch, 1));
    const int count = rough < 10 * kBusySeconds ? 100 : 1;
    const int repeats = rough < 10 * kBusySeconds ? 20 : 3;
    std::vector<double> seconds;
    for (int i = 0; i < repeats; ++i) {
      FERRO_ASSIGN_OR_RETURN(const double alone, WallOf(launch, 0));
      FERRO_ASSIGN_OR_RETURN(const double with, WallOf(launch, count));
      seconds.push_back((with - alone) / count);
    }
    std::nth_element(seconds.begin(), seconds.begin() + repeats / 2, seconds.end());
    return seconds[repeats / 2];
  }

  // Seconds for the busy work and then `count` launches.
  absl::StatusOr<double> WallOf(const Launch& launch, int count) {
    FERRO_RETURN_IF_ERROR(context_.Finish());
    const auto start = std::chrono::steady_clock::now();
    FERRO_RETURN_IF_ERROR(context_.Enqueue(busy_));
    for (int i = 0; i < count; ++i) FERRO_RETURN_IF_ERROR(context_.Enqueue(launch));
    FERRO_RETURN_IF_ERROR(context_.Finish());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  Context& context_;
  Buffer busy_result_;
  Launch busy_;
  const DotPath dot_;
  const HeadShape shape_;
  const AttentionTuning tuning_;
  KvView kv_;
};

absl::Status Main(const Api& api, const Device& device, int argc, char** argv) {
  const auto number = [&](int i, int otherwise) { return argc > i ? std::atoi(argv[i]) : otherwise; };
  const HeadShape shape = {number(2, 16), number(3, 8), number(4, 64)};
  AttentionTuning tuning;
  tuning.tile_queries = number(5, tuning.tile_queries);
  tuning.blocks_per_group = number(6, tuning.blocks_per_group);
  tuning.whole_blocks = number(7, tuning.whole_blocks);
  tuning.prefill_ahead = number(8, tuning.prefill_ahead);
  tuning.decode_ahead = number(9, tuning.decode_ahead);
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<Context> context, Context::Create(api, device, {}));
  FERRO_ASSIGN_OR_RETURN(const DotPath dot, FindDotPath(*context));
  std::printf("%s, %d heads on %d of %d\n", device.name.c_str(), shape.heads, shape.kv_heads, shape.head_dim);
  Benchmark benchmark(*context, dot, shape, tuning);
  FERRO_RETURN_IF_ERROR(benchmark.Init());
  FERRO_RETURN_IF_ERROR(benchmark.Run(KvFormat::kF32, "f32"));
  FERRO_RETURN_IF_ERROR(benchmark.Run(KvFormat::kF16, "f16"));
  return benchmark.Run(KvFormat::kInt8, "int8");
}

}  // namespace
}  // namespace ferro::opencl

int main(int argc, char** argv) {
  return ferro::opencl::RunBenchmark(argc, argv,
                                     [&](const ferro::opencl::Api& api, const ferro::opencl::Device& device) {
                                       return ferro::opencl::Main(api, device, argc, argv);
                                     });
}
