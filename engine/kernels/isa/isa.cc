#include "engine/kernels/isa/isa.h"

#include <cpuid.h>

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

struct Registers {
  uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

// All zero where the processor has no such leaf.
Registers Cpuid(uint32_t leaf, uint32_t subleaf) {
  Registers r;
  if (!__get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx)) return Registers();
  return r;
}

bool Bit(uint32_t word, int bit) { return (word >> bit & 1) != 0; }

// Which register states the operating system saves. Only defined where CPUID.1:ECX.OSXSAVE is set.
uint32_t Xcr0() {
  uint32_t low, high;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

std::vector<Isa> Detect() {
  std::vector<Isa> found = {Isa::kScalar};
  const Registers leaf1 = Cpuid(1, 0);
  if (!Bit(leaf1.ecx, 27)) return found;   // OSXSAVE: without it neither XGETBV nor AVX may be used
  constexpr uint32_t kAvxState = 0x6;      // XMM and upper halves of YMM
  constexpr uint32_t kAvx512State = 0xe0;  // mask registers, upper halves of ZMM0-15, ZMM16-31
  const uint32_t xcr0 = Xcr0();
  const Registers leaf7 = Cpuid(7, 0);
  const Registers leaf7_1 = Cpuid(7, 1);

  const bool fma = Bit(leaf1.ecx, 12), avx = Bit(leaf1.ecx, 28), f16c = Bit(leaf1.ecx, 29);
  const bool avx2 = Bit(leaf7.ebx, 5), bmi2 = Bit(leaf7.ebx, 8);
  if ((xcr0 & kAvxState) != kAvxState || !(avx && fma && f16c && avx2 && bmi2)) return found;
  found.push_back(Isa::kAvx2);

  if (Bit(leaf7_1.eax, 4)) found.push_back(Isa::kAvxVnni);

  const bool f = Bit(leaf7.ebx, 16), dq = Bit(leaf7.ebx, 17), bw = Bit(leaf7.ebx, 30), vl = Bit(leaf7.ebx, 31);
  const bool vnni = Bit(leaf7.ecx, 11);
  if ((xcr0 & kAvx512State) == kAvx512State && f && dq && bw && vl && vnni) found.push_back(Isa::kAvx512Vnni);
  return found;
}

constexpr Isa kAll[] = {Isa::kScalar, Isa::kAvx2, Isa::kAvxVnni, Isa::kAvx512Vnni};

}  // namespace

absl::string_view IsaName(Isa isa) {
  switch (isa) {
    case Isa::kScalar:
      return "scalar";
    case Isa::kAvx2:
      return "avx2";
    case Isa::kAvxVnni:
      return "avx-vnni";
    case Isa::kAvx512Vnni:
      return "avx512-vnni";
  }
  return "unknown";
}

absl::StatusOr<Isa> ParseIsa(absl::string_view name) {
  for (const Isa isa : kAll) {
    if (name == IsaName(isa)) return isa;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("no instruction set is called \"", name, "\"; use scalar, avx2, avx-vnni or avx512-vnni"));
}

const std::vector<Isa>& SupportedIsas() {
  static const std::vector<Isa>& isas = *new std::vector<Isa>(Detect());
  return isas;
}

bool IsSupported(Isa isa) {
  const std::vector<Isa>& isas = SupportedIsas();
  return std::find(isas.begin(), isas.end(), isa) != isas.end();
}

Isa BestIsa() { return SupportedIsas().back(); }

}  // namespace ferro
