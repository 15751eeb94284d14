// Counts sizes in buckets that double.
#ifndef FERRO_ENGINE_SCHEDULE_SIZE_HISTOGRAM_H_
#define FERRO_ENGINE_SCHEDULE_SIZE_HISTOGRAM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ferro {

// Bucket i holds the sizes up to 2^i that no bucket before holds; the last one holds the rest. Thread-compatible.
class SizeHistogram {
 public:
  // The bounded buckets are 1, 2, 4, ... up to `largest`, which must be a power of two.
  explicit SizeHistogram(int64_t largest) {
    for (int64_t bound = 1; bound <= largest; bound *= 2) bounds_.push_back(bound);
    counts_.resize(bounds_.size() + 1);
  }

  void Add(int64_t size) {
    size_t bucket = 0;
    while (bucket < bounds_.size() && size > bounds_[bucket]) ++bucket;
    ++counts_[bucket];
    sum_ += size;
  }

  // Ascending upper bounds, each part of its bucket.
  const std::vector<int64_t>& bounds() const { return bounds_; }
  // One more than bounds(); not cumulative.
  const std::vector<int64_t>& counts() const { return counts_; }
  // Of all sizes.
  int64_t sum() const { return sum_; }

 private:
  std::vector<int64_t> bounds_, counts_;
  int64_t sum_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_SIZE_HISTOGRAM_H_
