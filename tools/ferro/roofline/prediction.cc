#include "tools/ferro/roofline/prediction.h"

#include <algorithm>

#include "absl/strings/match.h"

namespace ferro {

Prediction Predict(const CountedWork& counted, const DeviceProfile& profile) {
  const double bytes_s = profile.read_gb_s.value * 1e9;
  const double int8_ops_s = profile.int8_gop_s() * 1e9, float_ops_s = profile.float_gop_s() * 1e9;
  Prediction p;
  p.launches = static_cast<int>(counted.launches.size());
  for (const CountedLaunch& launch : counted.launches) {
    const double memory = launch.work.bytes / bytes_s;
    const double int8 = launch.work.int8_ops / (int8_ops_s * profile.int8_share.value);
    const double floats = launch.work.float_ops / (float_ops_s * profile.float_share.value);
    p.work.bytes += launch.work.bytes;
    p.work.int8_ops += launch.work.int8_ops;
    p.work.float_ops += launch.work.float_ops;
    p.memory_s += memory;
    p.int8_s += int8;
    p.float_s += floats;
    p.work_s += std::max({memory, int8, floats});
    p.ceiling_s += std::max({memory, launch.work.int8_ops / int8_ops_s, launch.work.float_ops / float_ops_s});
  }
  const double launches_s = p.launches * profile.launch_us.value * 1e-6;
  // What does not fit behind the work.
  const double hidden_s = profile.launches_overlap.value * std::min(launches_s, p.work_s);
  p.overhead_s = launches_s - hidden_s + counted.passes * profile.readback_us.value * 1e-6;
  return p;
}

CountedWork Select(const CountedWork& counted, absl::string_view prefix) {
  CountedWork selected;
  selected.tokens = counted.tokens;
  for (const CountedLaunch& launch : counted.launches) {
    if (absl::StartsWith(launch.name, prefix)) selected.launches.push_back(launch);
  }
  return selected;
}

}  // namespace ferro
