#include "engine/kernels/ops/rope_table.h"

#include <cmath>

namespace ferro {

RopeTable::RopeTable(float base, int dims) : frequency_(dims / 2) {
  for (int i = 0; i < dims / 2; ++i) frequency_[i] = std::pow(double{base}, -2.0 * i / dims);
}

void RopeTable::EnsurePositions(int positions) {
  if (positions <= positions_) return;
  rows_.resize(size_t{2} * positions * pairs());
  for (int position = positions_; position < positions; ++position) {
    float* row = rows_.data() + int64_t{2} * position * pairs();
    for (int i = 0; i < pairs(); ++i) {
      const double angle = position * frequency_[i];
      row[i] = static_cast<float>(std::cos(angle));
      row[pairs() + i] = static_cast<float>(std::sin(angle));
    }
  }
  positions_ = positions;
}

}  // namespace ferro
