// Random seeds for requests that name none.
#ifndef FERRO_ENGINE_SCHEDULE_SEED_H_
#define FERRO_ENGINE_SCHEDULE_SEED_H_

#include <cstdint>
#include <random>

namespace ferro {

// 0 to 2^53 - 1, so that a client that reads JSON numbers as doubles can send it back.
inline int64_t DrawSeed() {
  std::random_device device;
  const uint64_t bits = uint64_t{device()} << 32 | device();
  return static_cast<int64_t>(bits >> 11);
}

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_SEED_H_
