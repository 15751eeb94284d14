#include "engine/kernels/peak/machine_peak.h"

#include <emmintrin.h>
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

constexpr int kRuns = 5;
constexpr int kSums = 12;  // >= latency x throughput of every processor we know
constexpr int64_t kRounds = 10'000'000;
constexpr int64_t kReadBytes = int64_t{1} << 30;
constexpr int64_t kLeastReadBytes = int64_t{16} << 20;
constexpr int64_t kHugePage = int64_t{2} << 20;
constexpr int64_t kReadStep = 128;
constexpr int kMaxThreads = 1024;

// The loops are assembly because compilers spoil them: seeing that all sums are equal, they keep one and measure its
// latency, or they surround the products with moves and spills. Registers 0 to 11 are sums, 12 to 15 factors and
// scratch; what they hold does not matter to integer instructions.
#define FERRO_TIMES_12(step)                                                                                     \
  step("0") step("1") step("2") step("3") step("4") step("5") step("6") step("7") step("8") step("9") step("10") \
      step("11")
#define FERRO_PEAK_LOOP(step)                                                                                   \
  int64_t rounds = kRounds;                                                                                     \
  asm volatile("1:\n\t" FERRO_TIMES_12(step) "dec %0\n\tjnz 1b\n\tvzeroupper"                                   \
               : "+r"(rounds)                                                                                   \
               :                                                                                                \
               : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", \
                 "xmm11", "xmm12", "xmm13", "xmm14", "xmm15")

#define FERRO_AVX2_STEP(sum)                 \
  "vpmaddubsw %%ymm13, %%ymm14, %%ymm12\n\t" \
  "vpmaddwd %%ymm15, %%ymm12, %%ymm12\n\t"   \
  "vpaddd %%ymm12, %%ymm" sum ", %%ymm" sum "\n\t"
#define FERRO_AVX_VNNI_STEP(sum) "%{vex%} vpdpbusd %%ymm13, %%ymm14, %%ymm" sum "\n\t"
#define FERRO_AVX512_VNNI_STEP(sum) "vpdpbusd %%zmm13, %%zmm14, %%zmm" sum "\n\t"

void MultiplyAvx2() { FERRO_PEAK_LOOP(FERRO_AVX2_STEP); }
void MultiplyAvxVnni() { FERRO_PEAK_LOOP(FERRO_AVX_VNNI_STEP); }
void MultiplyAvx512Vnni() { FERRO_PEAK_LOOP(FERRO_AVX512_VNNI_STEP); }

// Sums of SSE2 width read as fast as memory delivers.
void ReadAll(const char* data, int64_t bytes) {
  __m128i sum[kReadStep / 16] = {};
  for (int64_t at = 0; at < bytes; at += kReadStep) {
    for (int j = 0; j < kReadStep / 16; ++j) {
      sum[j] = _mm_xor_si128(sum[j], _mm_load_si128(reinterpret_cast<const __m128i*>(data + at) + j));
    }
  }
  for (int j = 1; j < kReadStep / 16; ++j) sum[0] = _mm_xor_si128(sum[0], sum[j]);
  asm volatile("" : : "x"(sum[0]));  // counts as used
}

double Seconds(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// MemAvailable of the kernel: free, or quickly made so without swapping. -1 = not known.
int64_t AvailableMemory() {
  std::ifstream in("/proc/meminfo");
  for (std::string name; in >> name;) {
    int64_t kilobytes = -1;
    if (name == "MemAvailable:") return in >> kilobytes ? kilobytes * 1024 : -1;
    in.ignore(1 << 10, '\n');
  }
  return -1;
}

// work(thread) on all threads at once; the slowest thread's seconds by `clock` in the best of several runs.
template <class Work>
double BestSeconds(clockid_t clock, int threads, const Work& work) {
  double best = 1e9;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> seconds(threads);
    std::vector<std::thread> pool;
    for (int i = 0; i < threads; ++i) {
      pool.emplace_back([&work, &seconds, clock, i] {
        const double start = Seconds(clock);
        work(i);
        seconds[i] = Seconds(clock) - start;
      });
    }
    for (std::thread& thread : pool) thread.join();
    best = std::min(best, *std::max_element(seconds.begin(), seconds.end()));
  }
  return best;
}

}  // namespace

double MeasureMultiplyRate(Isa isa, int threads) {
  if (!IsSupported(isa)) return 0;
  const auto rate = [threads](int bytes, void (*kernel)()) {
    const double seconds = BestSeconds(CLOCK_THREAD_CPUTIME_ID, threads, [kernel](int) { kernel(); });
    return 1e-9 * bytes * kSums * kRounds * threads / seconds;
  };
  switch (isa) {
    case Isa::kScalar:
      return 0;
    case Isa::kAvx2:
      return rate(32, MultiplyAvx2);
    case Isa::kAvxVnni:
      return rate(32, MultiplyAvxVnni);
    case Isa::kAvx512Vnni:
      return rate(64, MultiplyAvx512Vnni);
  }
  return 0;
}

int64_t ReadBytesFor(int64_t available) {
  if (available < 0) return kReadBytes;
  return std::min(kReadBytes, available / 4) / kHugePage * kHugePage;
}

absl::StatusOr<ReadRate> MeasureReadRate(int threads) {
  // Less is asked for where memory is scarce: taking what others need would push them, or us, into swap.
  const int64_t bytes = ReadBytesFor(AvailableMemory());
  const int64_t part = bytes / threads / kReadStep * kReadStep;
  void* const memory = part < kLeastReadBytes
                           ? MAP_FAILED
                           : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "measuring the read rate of ", threads, " threads needs ", threads * (kLeastReadBytes >> 20),
        " MB in a quarter of the free memory; there are ", bytes >> 20, " MB; free some or use fewer threads"));
  }
  madvise(memory, bytes, MADV_HUGEPAGE);  // as the weights are kept; without it this is a TLB benchmark
  std::memset(memory, 1, bytes);
  const char* const data = static_cast<const char*>(memory);
  const double seconds = BestSeconds(CLOCK_MONOTONIC, threads, [data, part](int i) { ReadAll(data + i * part, part); });
  munmap(memory, bytes);
  return ReadRate{1e-9 * static_cast<double>(part * threads) / seconds, part * threads};
}

absl::StatusOr<MachinePeak> MeasureMachinePeak(int threads) {
  if (threads < 1 || threads > kMaxThreads) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot measure with ", threads, " threads; use 1 to ", kMaxThreads));
  }
  MachinePeak peak;
  peak.threads = threads;
  for (const Isa isa : SupportedIsas()) {
    if (isa != Isa::kScalar) peak.gmac_s[std::string(IsaName(isa))] = MeasureMultiplyRate(isa, threads);
  }
  FERRO_ASSIGN_OR_RETURN(const ReadRate read, MeasureReadRate(threads));
  peak.read_gb_s = read.gb_s;
  peak.read_bytes = read.bytes;
  return peak;
}

}  // namespace ferro
