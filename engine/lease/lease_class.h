// What the device is wanted for, and who is served first.
#ifndef FERRO_ENGINE_LEASE_LEASE_CLASS_H_
#define FERRO_ENGINE_LEASE_LEASE_CLASS_H_

#include <cstdint>

namespace ferro {

// Most urgent first.
enum class LeaseClass : uint32_t { kDecision, kEmbedding, kDecode, kPrefill };

namespace lease {

struct Claim {
  uint32_t urgency;   // a LeaseClass
  uint32_t passed;    // times that the lease went to somebody else
  uint64_t since_ns;  // when the wait began
};

// The most urgent class goes first. Each time that a wait is passed over it counts as one class more urgent, and among
// equals the longest wait goes first: so of n participants, one that waits in class c gets the lease after at most
// c + n - 1 others, however busy they are.
inline bool GoesBefore(const Claim& a, const Claim& b) {
  const int64_t rank_a = int64_t{a.urgency} - a.passed, rank_b = int64_t{b.urgency} - b.passed;
  const int64_t at_best_a = rank_a < 0 ? 0 : rank_a, at_best_b = rank_b < 0 ? 0 : rank_b;
  return at_best_a != at_best_b ? at_best_a < at_best_b : a.since_ns < b.since_ns;
}

}  // namespace lease
}  // namespace ferro

#endif  // FERRO_ENGINE_LEASE_LEASE_CLASS_H_
