// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11).
#ifndef FERRO_ENGINE_SCHEDULE_PHILOX_H_
#define FERRO_ENGINE_SCHEDULE_PHILOX_H_

#include <array>
#include <cstdint>

namespace ferro {

inline std::array<uint32_t, 4> Philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  // Multipliers and Weyl increments of the paper.
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xD2511F53} * counter[0];
    const uint64_t b = uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(b),
               static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

// The number in [0, 1), a multiple of 2^-53, that chooses token `index` of a reply. Choice i of a request with seed S
// is the same stream as choice 0 of seed S + i (modulo 2^64).
inline double UniformForToken(int64_t seed, int choice, int64_t index) {
  const uint64_t key = static_cast<uint64_t>(seed) + static_cast<uint64_t>(static_cast<int64_t>(choice));
  const uint64_t counter = static_cast<uint64_t>(index);
  const std::array<uint32_t, 4> random =
      Philox4x32({static_cast<uint32_t>(counter), static_cast<uint32_t>(counter >> 32), 0, 0},
                 {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)});
  const uint64_t bits = uint64_t{random[1]} << 32 | random[0];
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_PHILOX_H_
