// What a launch asks of its device, for profiles and for models of a device's speed.
#ifndef FERRO_ENGINE_OPENCL_LAUNCH_WORK_H_
#define FERRO_ENGINE_OPENCL_LAUNCH_WORK_H_

#include "absl/types/span.h"

namespace ferro::opencl {

// Counts of one run of a launch.
struct WorkTotals {
  double bytes = 0;  // between device memory and the kernel, reads and writes; what caches serve again is not counted
  double int8_ops = 0;   // multiplications and additions of 8-bit products: two for a multiply-add
  double float_ops = 0;  // likewise of floats, where they are what a launch consists of: attention, routing
};

// A row of a pass as attention sees it: its sequence, and how many positions of it the row reads.
struct RowKeys {
  int sequence = 0;
  int keys = 0;
};

// The work of a launch: what is known when it is made, and, for attention, how the rest grows with the positions, which
// every pass has its own of. Estimates: where data decides (a mixture's choice of experts), what it comes to at most.
struct LaunchWork {
  WorkTotals fixed;

  // Attention alone: rows [first_row, first_row + rows) of the pass read keys.
  int first_row = 0;
  int rows = 0;
  double bytes_per_key = 0;          // for each position of a sequence, once for all rows of the launch
  double bytes_per_row_key = 0;      // for each row and position that it reads
  double float_ops_per_row_key = 0;  // likewise
  int rows_per_tile = 1;             // neighbouring rows read a position together; tiles are served by caches

  bool depends_on_keys() const { return rows > 0; }
};

// All of it, for a pass of `rows` rows. Rows beyond the end of `rows` count as without keys.
WorkTotals TotalWork(const LaunchWork& work, absl::Span<const RowKeys> rows);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_LAUNCH_WORK_H_
