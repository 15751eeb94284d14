#include "engine/kernels/peak/machine_peak.h"

#include <immintrin.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
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
constexpr int64_t kReadBytes = int64_t{256} << 20;
constexpr int64_t kReadStep = 128;
constexpr int kMaxThreads = 1024;

// VPDPBUSD as text, for two reasons: the compiler would see that all sums are equal, keep one of them and measure its
// latency; and GCC 12 surrounds the intrinsic with register moves and spills that a peak should not contain.
#define FERRO_DOT(prefix, sum, x, weight) asm volatile(prefix "vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(x), "v"(weight))

__attribute__((target("avx2"))) int32_t MultiplyAvx2() {
  const __m256i weight = _mm256_set1_epi8(2), one = _mm256_set1_epi16(1);
  __m256i x = _mm256_set1_epi8(3);
  __m256i sum[kSums] = {};
  for (int64_t i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
    for (int j = 0; j < kSums; ++j) {
      asm volatile("" : "+x"(x));  // the compiler forgets what x is, or it would compute the product once
      sum[j] = _mm256_add_epi32(sum[j], _mm256_madd_epi16(_mm256_maddubs_epi16(x, weight), one));
    }
  }
  for (int j = 1; j < kSums; ++j) sum[0] = _mm256_add_epi32(sum[0], sum[j]);
  return _mm256_extract_epi32(sum[0], 0);
}

__attribute__((target("avx2,avxvnni"))) int32_t MultiplyAvxVnni() {
  const __m256i weight = _mm256_set1_epi8(2), x = _mm256_set1_epi8(3);
  __m256i sum[kSums] = {};
  for (int64_t i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
    for (int j = 0; j < kSums; ++j) FERRO_DOT("%{vex%} ", sum[j], x, weight);
  }
  for (int j = 1; j < kSums; ++j) sum[0] = _mm256_add_epi32(sum[0], sum[j]);
  return _mm256_extract_epi32(sum[0], 0);
}

__attribute__((target("avx512f,avx512vnni"))) int32_t MultiplyAvx512Vnni() {
  const __m512i weight = _mm512_set1_epi8(2), x = _mm512_set1_epi8(3);
  __m512i sum[kSums] = {};
  for (int64_t i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
    for (int j = 0; j < kSums; ++j) FERRO_DOT("", sum[j], x, weight);
  }
  for (int j = 1; j < kSums; ++j) sum[0] = _mm512_add_epi32(sum[0], sum[j]);
  return _mm512_cvtsi512_si32(sum[0]);
}

// Plain 64-bit words: four independent sums of SSE2 width read as fast as memory delivers.
int32_t ReadAll(const char* data, int64_t bytes) {
  __m128i sum[kReadStep / 16] = {};
  for (int64_t at = 0; at < bytes; at += kReadStep) {
    for (int j = 0; j < kReadStep / 16; ++j) {
      sum[j] = _mm_xor_si128(sum[j], _mm_load_si128(reinterpret_cast<const __m128i*>(data + at) + j));
    }
  }
  for (int j = 1; j < kReadStep / 16; ++j) sum[0] = _mm_xor_si128(sum[0], sum[j]);
  return _mm_cvtsi128_si32(sum[0]);
}

// Best wall time of work(thread) on all threads at once.
template <class Work>
double BestSeconds(int threads, const Work& work) {
  double best = 1e9;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<int32_t> sink(threads);
    std::vector<std::thread> pool;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < threads; ++i) pool.emplace_back([&work, &sink, i] { sink[i] = work(i); });
    for (std::thread& thread : pool) thread.join();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    for (int32_t& value : sink) asm volatile("" : : "r"(value));  // the results count as used
  }
  return best;
}

}  // namespace

double MeasureMultiplyRate(Isa isa, int threads) {
  if (!IsSupported(isa)) return 0;
  const auto rate = [threads](int bytes, int32_t (*kernel)()) {
    const double seconds = BestSeconds(threads, [kernel](int) { return kernel(); });
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

absl::StatusOr<double> MeasureReadRate(int threads) {
  void* const memory = mmap(nullptr, kReadBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return absl::ResourceExhaustedError(
        absl::StrCat("measuring the read rate needs ", kReadBytes >> 20, " MB of memory; free some or skip it"));
  }
  madvise(memory, kReadBytes, MADV_HUGEPAGE);  // as the weights are kept; without it this is a TLB benchmark
  std::memset(memory, 1, kReadBytes);
  const char* const data = static_cast<const char*>(memory);
  const int64_t part = kReadBytes / threads / kReadStep * kReadStep;
  const double seconds = BestSeconds(threads, [data, part](int i) { return ReadAll(data + i * part, part); });
  munmap(memory, kReadBytes);
  return 1e-9 * static_cast<double>(part * threads) / seconds;
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
  FERRO_ASSIGN_OR_RETURN(peak.read_gb_s, MeasureReadRate(threads));
  return peak;
}

}  // namespace ferro
