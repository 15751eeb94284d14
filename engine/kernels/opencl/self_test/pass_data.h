// A pass as kernels read it, from its runs.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_PASS_DATA_H_
#define FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_PASS_DATA_H_

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ferro::opencl::self_test {

// Consecutive rows of one sequence in a pass.
struct Run {
  int slot;
  int start_position;
  int rows;
  int table_row = 0;
};

inline int RowsOf(const std::vector<Run>& runs) {
  int rows = 0;
  for (const Run& run : runs) rows += run.rows;
  return rows;
}

// PassView::data of these runs, max_rows being RowsOf(runs), with these logit rows.
inline std::vector<int32_t> PassData(const std::vector<Run>& runs, const std::vector<int>& logit_rows = {}) {
  std::vector<int32_t> rows, table;
  int row = 0;
  for (size_t run = 0; run < runs.size(); ++run) {
    const Run& r = runs[run];
    table.insert(table.end(), {row, r.rows, r.table_row, r.slot});
    for (int i = 0; i < r.rows; ++i, ++row) {
      rows.insert(rows.end(), {0, r.start_position + i, r.slot, static_cast<int32_t>(run)});
    }
  }
  std::vector<int32_t> data(3 * rows.size(), -1);
  std::copy(rows.begin(), rows.end(), data.begin());
  std::copy(table.begin(), table.end(), data.begin() + static_cast<ptrdiff_t>(rows.size()));
  for (size_t i = 0; i < logit_rows.size(); ++i) data[8 * rows.size() / 4 + 4 * i] = logit_rows[i];
  return data;
}

}  // namespace ferro::opencl::self_test

#endif  // FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_PASS_DATA_H_
