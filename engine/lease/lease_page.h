// What the lease file holds: the state that its participants share, each a process (or a model in one).
//
// Every word is atomic and means something on its own, so a participant that dies or stops between any two steps leaves
// nothing half written. A change of this layout changes kVersion.
#ifndef FERRO_ENGINE_LEASE_LEASE_PAGE_H_
#define FERRO_ENGINE_LEASE_LEASE_PAGE_H_

#include <atomic>
#include <cstdint>

namespace ferro::lease {

inline constexpr char kMagic[8] = {'f', 'e', 'r', 'r', 'o', 'l', 's', 'e'};
inline constexpr uint32_t kVersion = 1;
inline constexpr int kPlaces = 64;  // bits of Page::waiting
inline constexpr int kNobody = -1;

// One participant. Written by its owner, but for `turn` and `passed`, which whoever hands the lease over counts up.
struct alignas(64) Place {
  std::atomic<uint32_t> turn;      // a futex: grows when the lease was handed to this place
  std::atomic<uint32_t> urgency;   // LeaseClass of the wait
  std::atomic<uint32_t> passed;    // times that the lease went to somebody else during the wait
  std::atomic<uint64_t> since_ns;  // when the wait began
};

struct Page {
  char magic[sizeof(kMagic)];
  uint32_t version;
  uint32_t bytes;                             // sizeof(Page)
  alignas(64) std::atomic<uint64_t> holder;   // a HolderWord
  alignas(64) std::atomic<uint64_t> waiting;  // bit i: place i waits
  Place places[kPlaces];
};

// Other processes read the words through mappings of their own.
static_assert(std::atomic<uint64_t>::is_always_lock_free && std::atomic<uint32_t>::is_always_lock_free);
static_assert(sizeof(Page) == 64 * (3 + kPlaces));

// Who holds the lease and since when, in one word: nanoseconds of the monotonic clock above, modulo 2^56 (two years),
// and below the place + 1, or 0 for nobody. Since every change counts the time up, no word comes twice.
class HolderWord {
 public:
  explicit HolderWord(uint64_t bits) : bits_(bits) {}
  // What follows on `before`.
  static HolderWord After(HolderWord before, uint64_t now_ns, int place) {
    uint64_t time = now_ns & kTimeMask;
    if (before.time() >= time && before.time() - time < kTimeMask / 2) time = (before.time() + 1) & kTimeMask;
    return HolderWord(time << 8 | static_cast<uint64_t>(place + 1));
  }

  uint64_t bits() const { return bits_; }
  // kNobody, or a place; in a damaged file also one that does not exist.
  int place() const { return static_cast<int>(bits_ & 0xff) - 1; }
  // How long ago, in nanoseconds. Of a time that lies ahead, which only a damaged file or another boot has: very long.
  uint64_t AgeNs(uint64_t now_ns) const {
    const uint64_t age = ((now_ns & kTimeMask) - time()) & kTimeMask;
    // Two changes within one reading of the clock put the later one ahead of it.
    return kTimeMask - age < kAhead ? 0 : age;
  }

 private:
  static constexpr uint64_t kTimeMask = (uint64_t{1} << 56) - 1;
  static constexpr uint64_t kAhead = 10'000'000;

  uint64_t time() const { return bits_ >> 8; }

  uint64_t bits_;
};

}  // namespace ferro::lease

#endif  // FERRO_ENGINE_LEASE_LEASE_PAGE_H_
