// Speed of the int8 products at the shapes of LFM2-350M, beside the machine's ceilings.
//   bazel run //engine/kernels/int8:int8_benchmark -- [THREADS] [RUNS]
//
// Prefill (512 rows) is bound by the multipliers: GMAC/s and percent of the peak of the set in use, measured right
// before and after. Of a block's instructions on the multiplier ports, 8 of 10 are products (the others scale and add
// them to the float sum), so 80 % is the ceiling where both kinds share the ports, as on Zen 5. Decode is bound by
// memory: GB/s of packed weights and percent of the read rate, over more weights than the caches hold. Best of RUNS
// each.
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/kernels/int8/int8_kernels.h"
#include "engine/kernels/int8/random_problem.h"
#include "engine/kernels/peak/machine_peak.h"

namespace ferro {
namespace {

constexpr int64_t kHugePage = 2 << 20;
constexpr int64_t kDecodeBytes = 256 << 20;

// Zeroed memory in huge pages, as a backend keeps its weights.
template <class T>
class HugeArray {
 public:
  explicit HugeArray(int64_t count)
      : data_(static_cast<T*>(std::aligned_alloc(kHugePage, (count * sizeof(T) + kHugePage) / kHugePage * kHugePage))) {
    madvise(data_.get(), count * sizeof(T), MADV_HUGEPAGE);
    std::memset(static_cast<void*>(data_.get()), 0, count * sizeof(T));
  }
  T* get() const { return data_.get(); }

 private:
  std::unique_ptr<T, FreeDeleter> data_;
};

double Seconds(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// A product with zero operands: integer instructions take the same time for every value.
class Workload {
 public:
  Workload(int64_t rows, int64_t inputs, int64_t outputs)
      : rows_(rows),
        weights_(PackedQ8Bytes(outputs, inputs)),
        values_(rows * inputs),
        scales_(rows * inputs / kBlockInputs),
        offsets_(rows * inputs / kBlockInputs),
        y_(rows * outputs),
        product_{{outputs, inputs, weights_.get()},
                 {inputs, values_.get(), scales_.get(), offsets_.get()},
                 y_.get(),
                 outputs,
                 false} {}

  double weight_bytes() const {
    return static_cast<double>(PackedQ8Bytes(product_.weights.outputs, product_.x.inputs));
  }
  double multiply_adds() const {
    return static_cast<double>(rows_) * static_cast<double>(product_.x.inputs * product_.weights.outputs);
  }

  // One product, panels divided among the threads; the slowest thread's time by `clock`.
  double Run(clockid_t clock, void (*kernel)(const Int8Product&, IndexRange, IndexRange), int threads) const {
    const int64_t panels = product_.weights.panels();
    std::vector<double> seconds(threads);
    std::vector<std::thread> pool;
    for (int i = 0; i < threads; ++i) {
      pool.emplace_back([&, i] {
        const double start = Seconds(clock);
        kernel(product_, {0, rows_}, {panels * i / threads, panels * (i + 1) / threads});
        seconds[i] = Seconds(clock) - start;
      });
    }
    for (std::thread& thread : pool) thread.join();
    return *std::max_element(seconds.begin(), seconds.end());
  }

 private:
  int64_t rows_;
  HugeArray<uint8_t> weights_;
  HugeArray<int8_t> values_;
  HugeArray<float> scales_;
  HugeArray<int32_t> offsets_;
  HugeArray<float> y_;
  Int8Product product_;
};

struct Shape {
  int64_t inputs, outputs;
  const char* what;
};

constexpr Shape kShapes[] = {{1024, 3072, "conv in"},
                             {1024, 1024, "out"},
                             {1024, 2048, "q, k, v"},
                             {1024, 9216, "gate, up"},
                             {4608, 1024, "down"}};

void PrintPrefill(int threads, int runs) {
  std::printf("prefill, 512 rows, %d threads: GMAC/s, %% of peak\n%-12s %8s", threads, "", "peak");
  for (const Shape& shape : kShapes) {
    std::printf("  %4dx%-4d %-8s", static_cast<int>(shape.inputs), static_cast<int>(shape.outputs), shape.what);
  }
  std::printf("\n");
  for (const Isa isa : SupportedIsas()) {
    if (isa == Isa::kScalar) continue;
    double peak = MeasureMultiplyRate(isa, threads);
    std::vector<double> rates;
    for (const Shape& shape : kShapes) {
      const Workload work(512, shape.inputs, shape.outputs);
      double best = 1e9;
      for (int run = 0; run < runs; ++run)
        best = std::min(best, work.Run(CLOCK_THREAD_CPUTIME_ID, Int8KernelsFor(isa).gemm, threads));
      rates.push_back(1e-9 * work.multiply_adds() / best);
      peak = std::max(peak, MeasureMultiplyRate(isa, threads));
    }
    std::printf("%-12s %8.1f", std::string(IsaName(isa)).c_str(), peak);
    for (const double rate : rates) std::printf("  %8.1f %5.1f %%   ", rate, 100 * rate / peak);
    std::printf("\n");
  }
}

void PrintDecode(int threads, int runs) {
  constexpr int64_t kRows[] = {1, 2, 4, 8};
  for (const int64_t inputs : {1024, 4608}) {
    const int64_t outputs = kDecodeBytes / PackedPanelBytes(inputs) * kPanelOutputs;
    const absl::StatusOr<ReadRate> read_rate = MeasureReadRate(threads);
    const double read = read_rate.ok() ? read_rate->gb_s : 0;  // 0: no memory to measure it with
    std::printf("decode, %d inputs, %d threads: GB/s of weights, %% of the read rate %.1f GB/s\n%-12s",
                static_cast<int>(inputs), threads, read, "");
    for (const int64_t rows : kRows) std::printf("  %9d rows    ", static_cast<int>(rows));
    std::printf("\n");
    for (const Isa isa : SupportedIsas()) {
      if (isa == Isa::kScalar) continue;
      std::printf("%-12s", std::string(IsaName(isa)).c_str());
      for (const int64_t rows : kRows) {
        const Workload work(rows, inputs, outputs);
        double best = 1e9;
        for (int run = 0; run < runs; ++run)
          best = std::min(best, work.Run(CLOCK_MONOTONIC, Int8KernelsFor(isa).gemv, threads));
        const double rate = 1e-9 * work.weight_bytes() / best;
        std::printf("  %8.1f %5.1f %% ", rate, read > 0 ? 100 * rate / read : 0);
      }
      std::printf("\n");
    }
  }
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  const int threads = argc > 1 ? std::atoi(argv[1]) : std::max(1, cores);
  const int runs = argc > 2 ? std::atoi(argv[2]) : 20;
  if (threads < 1 || threads > 1024 || runs < 1) {
    std::fprintf(stderr, "usage: int8_benchmark [THREADS 1..1024] [RUNS]\n");
    return 2;
  }
  ferro::PrintPrefill(threads, runs);
  ferro::PrintDecode(threads, runs);
  return 0;
}
