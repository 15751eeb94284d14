// How often launches run, by their names: to see what an operation costs, leave it out or run it twice.
#ifndef FERRO_ENGINE_OPENCL_LAUNCH_REPEATS_H_
#define FERRO_ENGINE_OPENCL_LAUNCH_REPEATS_H_

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace ferro::opencl {

// Names, or what names start with; empty: none. A launch that is in both is left out.
struct LaunchRepeats {
  std::string skipped = "";
  std::string doubled = "";

  int TimesOf(absl::string_view name) const {
    if (!skipped.empty() && absl::StartsWith(name, skipped)) return 0;
    return !doubled.empty() && absl::StartsWith(name, doubled) ? 2 : 1;
  }
  bool any() const { return !skipped.empty() || !doubled.empty(); }
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_LAUNCH_REPEATS_H_
