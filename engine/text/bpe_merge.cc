#include "engine/text/bpe_merge.h"

#include <algorithm>
#include <cstddef>
#include <mutex>

namespace ferro {
namespace {

constexpr uint32_t kNoRank = ~uint32_t{0};
constexpr uint32_t kNone = ~uint32_t{0};

// On random letters with the LFM2 vocabulary scanning is faster up to some 200 pieces (x86-64, -O3); at this limit it
// is so by a fifth, and twice the limit would cost little either way.
constexpr size_t kScanLimit = 128;

// Words of so many pieces fit into no model's context.
constexpr uint32_t kHugeWord = 1 << 20;

Merge MergeOf(const PairTable& pairs, const BpePiece& left, const BpePiece& right) {
  const Merge* merge = pairs.Find(left.symbol, right.symbol);
  return merge == nullptr ? Merge{kNoRank, kNoSymbol} : *merge;
}

}  // namespace

void BpeMerger::Run(const PairTable& pairs, std::vector<BpePiece>* pieces) {
  if (pieces->size() <= kScanLimit) {
    RunByScanning(pairs, pieces);
  } else {
    RunByHeap(pairs, pieces);
  }
}

void BpeMerger::RunByScanning(const PairTable& pairs, std::vector<BpePiece>* pieces) {
  std::vector<BpePiece>& p = *pieces;
  if (p.size() < 2) return;
  merges_.resize(p.size() - 1);
  for (size_t i = 0; i < merges_.size(); ++i) merges_[i] = MergeOf(pairs, p[i], p[i + 1]);
  while (!merges_.empty()) {
    size_t best = 0;
    for (size_t i = 1; i < merges_.size(); ++i) {
      if (merges_[i].rank < merges_[best].rank) best = i;
    }
    if (merges_[best].rank == kNoRank) break;
    p[best] = {merges_[best].result, p[best].size + p[best + 1].size};
    p.erase(p.begin() + best + 1);
    merges_.erase(merges_.begin() + best);
    if (best < merges_.size()) merges_[best] = MergeOf(pairs, p[best], p[best + 1]);
    if (best > 0) merges_[best - 1] = MergeOf(pairs, p[best - 1], p[best]);
  }
}

void BpeMerger::Push(const PairTable& pairs, const std::vector<BpePiece>& pieces, uint32_t left, uint32_t right) {
  const Merge merge = MergeOf(pairs, pieces[left], pieces[right]);
  if (merge.rank == kNoRank) return;
  heap_.push_back({merge.rank, left, pieces[left].symbol, pieces[right].symbol, merge.result});
}

void BpeMerger::RunByHeap(const PairTable& pairs, std::vector<BpePiece>* pieces) {
  std::vector<BpePiece>& p = *pieces;
  const uint32_t n = static_cast<uint32_t>(p.size());
  // Working memory is 28 bytes for each piece, gigabytes for the largest requests: one of these at a time.
  static std::mutex one_huge_word;
  std::unique_lock lock(one_huge_word, std::defer_lock);
  if (n > kHugeWord) lock.lock();
  const auto later = [](const Candidate& a, const Candidate& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.left > b.left;
  };
  heap_.clear();
  heap_.reserve(n);  // growing by copies would take half as much again
  links_.resize(n);
  for (uint32_t i = 0; i < n; ++i) {
    links_[i] = {i == 0 ? kNone : i - 1, i + 1 == n ? kNone : i + 1};
    if (i + 1 < n) Push(pairs, p, i, i + 1);
  }
  std::make_heap(heap_.begin(), heap_.end(), later);
  const auto push = [&](uint32_t left, uint32_t right) {
    const size_t before = heap_.size();
    Push(pairs, p, left, right);
    if (heap_.size() > before) std::push_heap(heap_.begin(), heap_.end(), later);
  };
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Candidate c = heap_.back();
    heap_.pop_back();
    // Stale unless the same two symbols still stand there (a swallowed piece has size 0).
    const uint32_t right = links_[c.left].next;
    if (p[c.left].size == 0 || right == kNone) continue;
    if (p[c.left].symbol != c.left_symbol || p[right].symbol != c.right_symbol) continue;
    p[c.left] = {c.result, p[c.left].size + p[right].size};
    p[right].size = 0;
    links_[c.left].next = links_[right].next;
    if (links_[right].next != kNone) links_[links_[right].next].previous = c.left;
    if (links_[c.left].previous != kNone) push(links_[c.left].previous, c.left);
    if (links_[c.left].next != kNone) push(c.left, links_[c.left].next);
  }
  p.erase(std::remove_if(p.begin(), p.end(), [](const BpePiece& piece) { return piece.size == 0; }), p.end());
  ReleaseIfHuge(heap_);
  ReleaseIfHuge(links_);
}

size_t BpeMerger::kept_bytes() const {
  return merges_.capacity() * sizeof(Merge) + heap_.capacity() * sizeof(Candidate) + links_.capacity() * sizeof(Links);
}

}  // namespace ferro
