// Cosines and sines of rotary position embedding: pair i of position p turns by p * base^(-2i / dims).
#ifndef FERRO_ENGINE_KERNELS_OPS_ROPE_TABLE_H_
#define FERRO_ENGINE_KERNELS_OPS_ROPE_TABLE_H_

#include <cstdint>
#include <vector>

namespace ferro {

// The angles in f64 from that closed form, rounded to f32 only at the end, so that a position's row depends on nothing
// but the position. Rows are made on demand and kept: EnsurePositions before a pass, then any thread may read.
class RopeTable {
 public:
  // base > 0; dims even and >= 2.
  RopeTable(float base, int dims);

  // Makes rows up to `positions` (exclusive); costs dims/2 sine and cosine pairs a new row. May move the rows.
  void EnsurePositions(int positions);

  int positions() const { return positions_; }
  int pairs() const { return static_cast<int>(frequency_.size()); }
  // [pairs] of a position below positions().
  const float* cos(int position) const { return rows_.data() + int64_t{2} * position * pairs(); }
  const float* sin(int position) const { return cos(position) + pairs(); }

 private:
  std::vector<double> frequency_;  // [pair] base^(-2i / dims)
  std::vector<float> rows_;        // [position][cos, sin][pair]
  int positions_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_ROPE_TABLE_H_
