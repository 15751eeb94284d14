// What `ferro tune` found, for people.
#ifndef FERRO_TOOLS_FERRO_TUNE_REPORT_H_
#define FERRO_TOOLS_FERRO_TUNE_REPORT_H_

#include <string>
#include <vector>

#include "engine/backend/opencl/tuning/tuner.h"
#include "engine/backend/opencl/tuning/tuning_store.h"

namespace ferro {

// A table for each group of kernels: shape, default time, best time, gain; then the two tunings. Ends with the tunings
// that were rejected.
std::string TuneText(const opencl::TuneOutcome& outcome);

// "prefill products: 12 tried, 8 % faster", of at most `width` columns, with the share of the time in front.
std::string TuneProgressLine(const opencl::TuneProgress& progress, int width);

// Whether any group has other shapes than its default.
bool FoundFaster(const opencl::TuneOutcome& outcome);

// A row for each group that gained.
std::vector<opencl::TuningGain> GainsOf(const opencl::TuneOutcome& outcome);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_TUNE_REPORT_H_
