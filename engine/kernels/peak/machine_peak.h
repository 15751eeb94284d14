// What this machine can do at best: the bounds that benchmarks quote percentages of.
//
// Multiply-adds: int8 products of each instruction set, from registers, with enough independent sums to hide the
// latency. One multiply-add = one product of two bytes added to a 32-bit sum; AVX2 needs three instructions for 32 of
// them. Reads: all threads streaming through memory larger than the caches, 10^9 bytes a second.
//
// Each figure is the best of several runs of some milliseconds, since what disturbs only slows. Multiply-adds are timed
// by the processor time of the slowest thread, so that others who take turns on the same cores do not count; reads by
// wall time, since threads that run by turns do not share the memory. Percentages are fair only against a peak measured
// close in time, reads only on an idle machine.
#ifndef FERRO_ENGINE_KERNELS_PEAK_MACHINE_PEAK_H_
#define FERRO_ENGINE_KERNELS_PEAK_MACHINE_PEAK_H_

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "engine/kernels/isa/isa.h"

namespace ferro {

struct MachinePeak {
  int threads = 0;
  std::map<std::string, double> gmac_s;  // by IsaName(), 10^9 a second; vector sets of this machine only
  double read_gb_s = 0;
};

// 10^9 int8 multiply-adds a second of `threads` threads; 0 for kScalar and for sets that the machine lacks.
// Takes about 0.2 s.
double MeasureMultiplyRate(Isa isa, int threads);

// 10^9 bytes a second. kResourceExhausted: no 256 MB to read. Takes about 0.2 s.
absl::StatusOr<double> MeasureReadRate(int threads);

// Everything, about a second. kInvalidArgument: threads < 1 or > 1024.
absl::StatusOr<MachinePeak> MeasureMachinePeak(int threads);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_PEAK_MACHINE_PEAK_H_
