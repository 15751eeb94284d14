// What this machine can do at best: the bounds that benchmarks quote percentages of.
//
// Multiply-adds: int8 products of each instruction set, from registers, with enough independent sums to hide the
// latency. One multiply-add = one product of two bytes added to a 32-bit sum; AVX2 needs three instructions for 32 of
// them. Reads: all threads streaming through 1 GiB, far more than caches hold even on servers, 10^9 bytes a second.
//
// Each figure is the best of several runs of some milliseconds, since what disturbs only slows. Multiply-adds are timed
// by the processor time of the slowest thread, so that others who take turns on the same cores do not count; reads by
// wall time, since threads that run by turns do not share the memory. Percentages are fair only against a peak measured
// close in time, reads only on an idle machine.
#ifndef FERRO_ENGINE_KERNELS_PEAK_MACHINE_PEAK_H_
#define FERRO_ENGINE_KERNELS_PEAK_MACHINE_PEAK_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "engine/kernels/isa/isa.h"

namespace ferro {

struct MachinePeak {
  int threads = 0;
  std::map<std::string, double> gmac_s;  // by IsaName(), 10^9 a second; vector sets of this machine only
  double read_gb_s = 0;
  int64_t read_bytes = 0;  // size of the memory that was read
};

// 10^9 int8 multiply-adds a second of `threads` threads; 0 for kScalar and for sets that the machine lacks.
// Takes about 0.2 s.
double MeasureMultiplyRate(Isa isa, int threads);

struct ReadRate {
  double gb_s = 0;    // 10^9 bytes a second
  int64_t bytes = 0;  // read in each run
};

// Of 1 GiB; where that is more than a quarter of the available memory, of that quarter. kResourceExhausted: not even
// 16 MiB for every thread. Takes about half a second.
absl::StatusOr<ReadRate> MeasureReadRate(int threads);

// Bytes to read when `available` bytes of memory can be had (negative = not known): 1 GiB or a quarter of it, a
// multiple of 2 MiB.
int64_t ReadBytesFor(int64_t available);

// Everything, one to two seconds. kInvalidArgument: threads < 1 or > 1024.
absl::StatusOr<MachinePeak> MeasureMachinePeak(int threads);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_PEAK_MACHINE_PEAK_H_
