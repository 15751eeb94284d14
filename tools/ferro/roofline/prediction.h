// From counted work and a device's ceilings to a time: the roofline.
//
// A launch takes as long as the slowest of what it asks for, since reads and arithmetic of its many work-items overlap:
//   max(bytes / read rate, int8 operations / (int8 rate * share), float operations / (float rate * share))
// Launches run one after the other (the queue is in order and each needs what the one before made), and each costs
// launch_us beside its work, where they do not overlap. A pass costs readback_us on top.
#ifndef FERRO_TOOLS_FERRO_ROOFLINE_PREDICTION_H_
#define FERRO_TOOLS_FERRO_ROOFLINE_PREDICTION_H_

#include "absl/strings/string_view.h"
#include "tools/ferro/roofline/device_profile.h"
#include "tools/ferro/roofline/null_run.h"

namespace ferro {

// Seconds and counts of all passes together.
struct Prediction {
  int launches = 0;
  opencl::WorkTotals work;

  // What each ceiling alone would ask for, shares included.
  double memory_s = 0, int8_s = 0, float_s = 0;
  double work_s = 0;      // the slowest of them, launch by launch
  double overhead_s = 0;  // launches and readbacks beside the work
  double total_s() const { return work_s + overhead_s; }

  // With every share 1 and launches that cost nothing: what no program can beat that does this work.
  double ceiling_s = 0;
};

Prediction Predict(const CountedWork& counted, const DeviceProfile& profile);

// The launches whose name starts with `prefix`, without readbacks.
CountedWork Select(const CountedWork& counted, absl::string_view prefix);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_ROOFLINE_PREDICTION_H_
