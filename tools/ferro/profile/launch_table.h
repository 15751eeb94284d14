// Device times of a pass, added up by kernel.
#ifndef FERRO_TOOLS_FERRO_PROFILE_LAUNCH_TABLE_H_
#define FERRO_TOOLS_FERRO_PROFILE_LAUNCH_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/kernels/opencl/peak.h"
#include "engine/opencl/context.h"
#include "engine/opencl/launch_work.h"

namespace ferro {

// All launches of one name.
struct LaunchRow {
  std::string name;
  int64_t launches = 0;
  double seconds = 0;  // on the device
  opencl::WorkTotals work = {};

  // 10^9 bytes, and 10^9 operations of either kind, a second. 0 where no time was measured.
  double gb_s() const;
  double gop_s() const;
};

// The ceiling that a row comes closest to, and the share of it that it reaches. A share above 1: caches delivered what
// counts as memory, or the ceiling was measured low.
struct CeilingShare {
  absl::string_view of;  // "read", "int8", "float"; empty where nothing was counted or measured
  double share = 0;
};
CeilingShare NearestCeiling(const LaunchRow& row, const opencl::DevicePeak& peak);

class LaunchTable {
 public:
  // What ran in one pass over `rows`, from Context::TakeTimes.
  void Add(absl::Span<const opencl::LaunchTime> times, absl::Span<const opencl::RowKeys> rows);

  // In the order in which their first launches ran.
  const std::vector<LaunchRow>& rows() const { return rows_; }
  // The longest first.
  std::vector<LaunchRow> ByTime() const;
  // All rows together.
  LaunchRow Total() const;

 private:
  std::vector<LaunchRow> rows_;
};

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_PROFILE_LAUNCH_TABLE_H_
