// Work-groups of the row kernels: how many, how large.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GRID_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GRID_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// A block of an int8 row is shared by eight neighbours, a lane sum by sixteen.
inline absl::Status CheckItems(const Device& device, int items) {
  if (items >= 32 && items % 32 == 0 && static_cast<size_t>(items) <= device.max_work_group) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("work-groups of ", items, " items on ", device.name,
                                                 "; they take a multiple of 32 up to ", device.max_work_group));
}

inline Extent Items(int items) { return {static_cast<size_t>(items)}; }

// A work-item for each of `words` in each of `rows`.
inline Extent WordGroups(int words, int rows, int items) {
  return {static_cast<size_t>((words + items - 1) / items), static_cast<size_t>(rows)};
}

inline absl::Status Append(absl::StatusOr<Launch> launch, const WorkTotals& work, LaunchList& out) {
  FERRO_RETURN_IF_ERROR(launch.status());
  launch->work.fixed = work;
  out.push_back(*std::move(launch));
  return absl::OkStatus();
}

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GRID_H_
