// Speed of the float kernels on one thread, per instruction set of the host. Machines are shared: run with
// --benchmark_repetitions and read the best.
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/ops/float_kernels.h"
#include "engine/kernels/ops/kv_layout.h"

namespace ferro {
namespace {

// The shape of LFM2-350M and -1.2B attention: 8 KV heads, queries in pairs (350M) or fours.
constexpr int kHeadDim = 64;
constexpr int kKvHeads = 8;

struct Bytes {
  explicit Bytes(int64_t n) : data(static_cast<char*>(std::aligned_alloc(64, (n + 63) / 64 * 64))) {}
  ~Bytes() { std::free(data); }
  Bytes(const Bytes&) = delete;
  char* data;
};

// All KV heads of `layers` layers with random rows.
struct Cache {
  Cache(KvFormat format, int positions, int layers)
      : format(format),
        heads(layers * kKvHeads),
        head_bytes(KvHeadBytes(format, kHeadDim, positions)),
        keys(heads * head_bytes),
        values(heads * head_bytes) {
    std::vector<float> row(kHeadDim);
    for (int head = 0; head < heads; ++head) {
      for (int position = 0; position < positions; ++position) {
        for (int d = 0; d < kHeadDim; ++d) row[d] = std::sin(0.1f * d + position + head);
        FloatKernelsFor(BestIsa()).store_key(format, row.data(), kHeadDim, position, keys.data + head * head_bytes);
        FloatKernelsFor(BestIsa()).store_value(format, row.data(), kHeadDim, position, values.data + head * head_bytes);
      }
    }
  }

  AttentionTask Task(const float* queries, int head, int first, int rows, int group) const {
    return {.queries = queries,
            .query_stride = group * kHeadDim,
            .rows = rows,
            .first_position = first,
            .group = group,
            .head_dim = kHeadDim,
            .scale = 0.125f,
            .format = format,
            .keys = keys.data + head * head_bytes,
            .values = values.data + head * head_bytes};
  }

  KvFormat format;
  int64_t heads, head_bytes;
  Bytes keys, values;
};

// Decoding at depth 1900: bytes of K and V a second. 24 layers are too large for a last-level cache.
void DecodeAttention(benchmark::State& state, Isa isa, KvFormat format, int group) {
  constexpr int kDepth = 1900;
  const Cache cache(format, kDepth, 24);
  std::vector<float> queries(group * kHeadDim, 0.5f), out(group * kHeadDim);
  for (auto _ : state) {
    for (int head = 0; head < cache.heads; ++head) {
      FloatKernelsFor(isa).attention_rows(cache.Task(queries.data(), head, kDepth - 1, 1, group), out.data(), 0);
    }
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * cache.heads * 2 * kDepth * KvRowBytes(format, kHeadDim));
}

// A prompt of 512 in one KV head: multiply-adds of the causal half a second, as floating-point operations.
void PrefillAttention(benchmark::State& state, Isa isa, KvFormat format, int group) {
  constexpr int kRows = 512;
  const Cache cache(format, kRows, 1);
  std::vector<float> queries(int64_t{kRows} * group * kHeadDim);
  for (size_t i = 0; i < queries.size(); ++i) queries[i] = std::cos(0.01f * i);
  std::vector<float> out(queries.size());
  int head = 0;
  for (auto _ : state) {
    FloatKernelsFor(isa).attention_rows(cache.Task(queries.data(), head, 0, kRows, group), out.data(),
                                        group * kHeadDim);
    head = (head + 1) % kKvHeads;
    benchmark::ClobberMemory();
  }
  const double operations = 2.0 * 2.0 * kHeadDim * group * kRows * (kRows + 1) / 2;
  state.counters["flops"] = benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate);
}

template <class Op>
void Row(benchmark::State& state, int n, Op op) {
  std::vector<float> x(n), y(n, 0.5f);
  for (int i = 0; i < n; ++i) x[i] = std::sin(1.0f * i);
  for (auto _ : state) {
    op(x.data(), y.data());
    benchmark::ClobberMemory();
  }
}

void RegisterRows(Isa isa, const std::string& suffix) {
  const FloatKernels& k = FloatKernelsFor(isa);
  constexpr int kWidth = 2048;
  const auto add = [&](const char* name, int n, auto op) {
    benchmark::RegisterBenchmark(absl::StrCat(name, "/", n, suffix).c_str(),
                                 [=](benchmark::State& state) { Row(state, n, op); });
  };
  add("rms_norm", kWidth, [&k](const float* x, float* y) { k.rms_norm(x, x, 1e-5f, kWidth, y); });
  add("norm_rope", kHeadDim, [&k](const float* x, float* y) { k.norm_rope(y, x, 1e-5f, kHeadDim, x, x, 32); });
  add("swiglu", 8192, [&k](const float* x, float* y) { k.swiglu(x, x, 8192, y); });
  add("add", kWidth, [&k](const float* x, float* y) { k.add(x, kWidth, y); });
  add("dot", kWidth, [&k](const float* x, float* y) { *y = k.dot(x, x, kWidth); });
  add("argmax", 65536, [&k](const float* x, float* y) { *y = static_cast<float>(k.argmax(x, 65536)); });
}

void RegisterConv(Isa isa, const std::string& suffix, int rows) {
  benchmark::RegisterBenchmark(absl::StrCat("short_conv/2048x", rows, suffix).c_str(), [=](benchmark::State& state) {
    constexpr int kChannels = 2048;
    std::vector<float> bcx(int64_t{rows} * 3 * kChannels, 0.3f), taps(3 * kChannels, 0.2f), kept(2 * kChannels);
    std::vector<float> out(int64_t{rows} * kChannels);
    const ShortConvTask task = {.bcx = bcx.data(),
                                .bcx_stride = 3 * kChannels,
                                .rows = rows,
                                .channels = kChannels,
                                .taps = taps.data(),
                                .taps_count = 3,
                                .state = kept.data(),
                                .out = out.data(),
                                .out_stride = kChannels};
    for (auto _ : state) {
      FloatKernelsFor(isa).short_conv(task, 0, kChannels);
      benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * rows);
  });
}

void RegisterStore(Isa isa, const std::string& suffix, KvFormat format, const char* name) {
  benchmark::RegisterBenchmark(
      absl::StrCat("store_key_and_value/", name, suffix).c_str(), [=](benchmark::State& state) {
        Bytes bytes(2 * KvHeadBytes(format, kHeadDim, 1024));
        std::vector<float> row(kHeadDim, 0.7f);
        int position = 0;
        for (auto _ : state) {
          const FloatKernels& k = FloatKernelsFor(isa);
          k.store_key(format, row.data(), kHeadDim, position, bytes.data);
          k.store_value(format, row.data(), kHeadDim, position, bytes.data + KvHeadBytes(format, kHeadDim, 1024));
          position = (position + 1) % 1024;
        }
      });
}

void RegisterAll() {
  const struct {
    KvFormat format;
    const char* name;
  } kFormats[] = {{KvFormat::kF32, "f32"}, {KvFormat::kF16, "f16"}, {KvFormat::kInt8, "int8"}};
  for (Isa isa : SupportedIsas()) {
    if (isa == Isa::kScalar || isa == Isa::kAvxVnni) continue;  // the latter is the AVX2 table
    const std::string suffix = absl::StrCat("/", IsaName(isa));
    for (const auto& [format, name] : kFormats) {
      const KvFormat f = format;
      for (int group : {1, 2, 4}) {
        benchmark::RegisterBenchmark(absl::StrCat("decode_attention/", name, "/group", group, suffix).c_str(),
                                     [=](benchmark::State& state) { DecodeAttention(state, isa, f, group); });
      }
      benchmark::RegisterBenchmark(absl::StrCat("prefill_attention/", name, suffix).c_str(),
                                   [=](benchmark::State& state) { PrefillAttention(state, isa, f, 2); });
      RegisterStore(isa, suffix, f, name);
    }
    RegisterRows(isa, suffix);
    for (int rows : {1, 256}) RegisterConv(isa, suffix, rows);
  }
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  ferro::RegisterAll();
  benchmark::RunSpecifiedBenchmarks();
}
