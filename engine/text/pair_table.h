// The rules of a BPE vocabulary: which two adjacent symbols join, how early, into which symbol.
#ifndef FERRO_ENGINE_TEXT_PAIR_TABLE_H_
#define FERRO_ENGINE_TEXT_PAIR_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/hash/hash.h"

namespace ferro {

// A symbol is a text that BPE can meet: ids below the vocabulary's size are its tokens, those above are texts that only
// occur in between (symbol_set.h). kNoSymbol stands for a text that takes part in no rule.
using Symbol = uint32_t;
inline constexpr Symbol kNoSymbol = ~Symbol{0};

struct Merge {
  uint32_t rank;  // lower joins first
  Symbol result;
};

// Open addressing with linear probing at a load of at most one half: nearly all look-ups while encoding miss, and a
// miss should cost one cache line. Build once, then read from any thread.
class PairTable {
 public:
  explicit PairTable(size_t max_pairs) {
    size_t slots = 16;
    while (slots < 2 * max_pairs) slots *= 2;
    slots_.resize(slots);
    mask_ = slots - 1;
  }

  // At most `max_pairs` calls. If the pair has a rule, the one of lower rank stays (the first, if equal).
  void Insert(Symbol left, Symbol right, Merge merge) {
    Slot& slot = slots_[IndexOf(Key(left, right))];
    if (slot.key == kEmpty || merge.rank < slot.merge.rank) slot = {Key(left, right), merge};
  }

  // Null if the pair does not join.
  const Merge* Find(Symbol left, Symbol right) const {
    const Slot& slot = slots_[IndexOf(Key(left, right))];
    return slot.key == kEmpty ? nullptr : &slot.merge;
  }

 private:
  // No rule joins kNoSymbol with kNoSymbol, so that this key is free to mean "empty" and that pair is never found.
  static constexpr uint64_t kEmpty = ~uint64_t{0};

  struct Slot {
    uint64_t key = kEmpty;
    Merge merge{};
  };

  static uint64_t Key(Symbol left, Symbol right) { return uint64_t{left} << 32 | right; }

  // The slot that holds `key`, else the empty one where it would go. Abseil's hash is salted per process, so that a
  // hostile file cannot aim its pairs at one slot.
  size_t IndexOf(uint64_t key) const {
    size_t i = absl::Hash<uint64_t>{}(key)&mask_;
    while (slots_[i].key != key && slots_[i].key != kEmpty) i = (i + 1) & mask_;
    return i;
  }

  std::vector<Slot> slots_;
  size_t mask_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_PAIR_TABLE_H_
