// The merge loop of BPE: join the adjacent pair of lowest rank, the leftmost of equal ones, until no pair joins.
#ifndef FERRO_ENGINE_TEXT_BPE_MERGE_H_
#define FERRO_ENGINE_TEXT_BPE_MERGE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/text/pair_table.h"

namespace ferro {

struct BpePiece {
  Symbol symbol;
  uint32_t size;  // bytes of the text that it covers; joined pieces add up

  bool operator==(const BpePiece&) const = default;
};

// Working memory that is kept from word to word must not hold a rare huge line's megabytes for the thread's life.
template <class T>
void ReleaseIfHuge(std::vector<T>& memory) {
  constexpr size_t kKeptBytes = size_t{1} << 20;
  // Not `memory = {}`, which assigns an empty list and keeps the capacity.
  if (memory.capacity() * sizeof(T) > kKeptBytes) memory = std::vector<T>();
}

// Merges in place and keeps its working memory for the next word. Thread-compatible: one per thread.
class BpeMerger {
 public:
  // Short inputs are scanned again after each merge, longer ones go through a heap: O(n log n), so that a line of a
  // megabyte is no denial of service; of huge ones a process runs one at a time. Both give the same pieces. At most
  // 2^31 pieces.
  void Run(const PairTable& pairs, std::vector<BpePiece>* pieces);

  // The two ways by themselves, for tests and tuning.
  void RunByScanning(const PairTable& pairs, std::vector<BpePiece>* pieces);
  void RunByHeap(const PairTable& pairs, std::vector<BpePiece>* pieces);

  // Bytes of the working memory that is kept.
  size_t kept_bytes() const;

 private:
  // The pair that starts at piece `left`, as it was when it was pushed.
  struct Candidate {
    uint32_t rank;
    uint32_t left;
    Symbol left_symbol, right_symbol;
    Symbol result;
  };
  struct Links {
    uint32_t previous, next;
  };

  void Push(const PairTable& pairs, const std::vector<BpePiece>& pieces, uint32_t left, uint32_t right);

  std::vector<Merge> merges_;  // scanning: of the pair (i, i + 1)
  std::vector<Candidate> heap_;
  std::vector<Links> links_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_BPE_MERGE_H_
