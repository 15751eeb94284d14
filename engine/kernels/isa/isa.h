// The instruction sets that the CPU kernels come in, and which of them this machine can run.
#ifndef FERRO_ENGINE_KERNELS_ISA_ISA_H_
#define FERRO_ENGINE_KERNELS_ISA_ISA_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro {

// In rising order of speed. Each set includes the ones before it as far as the kernels use them:
// kAvx2 = AVX2, FMA, F16C, BMI2; kAvxVnni adds AVX-VNNI; kAvx512Vnni = kAvx2 with AVX-512 F, BW, VL, DQ, VNNI.
enum class Isa { kScalar, kAvx2, kAvxVnni, kAvx512Vnni };

// `scalar`, `avx2`, `avx-vnni`, `avx512-vnni`: what --isa takes, logs and fingerprints show.
absl::string_view IsaName(Isa isa);

// kInvalidArgument for any other name; the message lists the names. Does not ask whether the machine has the set.
absl::StatusOr<Isa> ParseIsa(absl::string_view name);

// The sets that both the processor (CPUID) and the operating system (XCR0: are the wide registers saved on a context
// switch?) offer, slowest first; never empty, kScalar is always there. Detected once; safe from any thread.
const std::vector<Isa>& SupportedIsas();

bool IsSupported(Isa isa);

// The last of SupportedIsas().
Isa BestIsa();

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_ISA_ISA_H_
