#include "engine/opencl/launch_work.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace ferro::opencl {

WorkTotals TotalWork(const LaunchWork& work, absl::Span<const RowKeys> rows) {
  WorkTotals total = work.fixed;
  if (!work.depends_on_keys()) return total;
  std::map<int, int> longest;  // of each sequence: what one row reads, shorter ones read as well
  double row_keys = 0;
  const size_t first = std::min<size_t>(work.first_row, rows.size());
  for (const RowKeys& row : rows.subspan(first, work.rows)) {
    int& keys = longest[row.sequence];
    keys = std::max(keys, row.keys);
    row_keys += row.keys;
  }
  for (const auto& [sequence, keys] : longest) total.bytes += work.bytes_per_key * keys;
  total.bytes += work.bytes_per_row_key * row_keys;
  total.float_ops += work.float_ops_per_row_key * row_keys;
  return total;
}

}  // namespace ferro::opencl
