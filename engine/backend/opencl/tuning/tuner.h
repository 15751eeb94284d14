// Finds the fastest kernel shapes of a device that compute the same bits as the default ones.
//
// For each group of kernels (TuneProblem) a walk from the default: neighbours, one or two fields away, are built,
// compared bit for bit with the default, and timed against the best so far, turn by turn; medians decide, and whoever
// wins is compared once more in forms that are not timed. It ends where no neighbour is faster or the group's share of
// the time is over. Then the default and the winner are timed once more, turn by turn, and the winner must hold.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNER_H_
#define FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNER_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/opencl/kernel_set.h"
#include "engine/backend/opencl/tuning/model_shapes.h"
#include "engine/kernels/opencl/types.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

struct TuneProgress {
  std::string problem;
  int tried = 0;     // tunings beside the default
  double gain = 0;   // of the best so far: 0.1 is 10 % less time
  double share = 0;  // of the time that may be used, 0 to 1
};

double SteadySeconds();

struct TuneOptions {
  double seconds = 60;                                   // to measure; compilers may overrun it
  int prefill_rows = 512;                                // of a prefill pass
  std::function<bool()> stopped = [] { return false; };  // asked between measurements
  std::function<double()> now = SteadySeconds;           // replaced in tests
  std::function<void(const TuneProgress&)> progress = [](const TuneProgress&) {};
};

struct TunedShape {
  std::string name;
  double default_seconds = 0;  // medians, of one use
  double tuned_seconds = 0;
};

struct TunedProblem {
  std::string name;
  std::string default_text, tuned_text;  // the tunings; equal: the default is kept
  int tried = 0;
  bool finished = false;  // every neighbour was tried
  std::vector<TunedShape> shapes;
  double default_seconds = 0;  // of all that a pass does of it, in the same measurement
  double tuned_seconds = 0;
};

struct TuneOutcome {
  KernelTuning tuning;
  std::vector<TunedProblem> problems;
  // Tunings that computed other bits than the default: the driver's fault, or ours.
  std::vector<std::string> rejected;
};

// `builder` compiles for `context`. kCancelled: stopped. kUnavailable: the device is lost. Other errors: the default
// tuning does not run.
absl::StatusOr<TuneOutcome> TuneKernels(Context& context, const Builder& builder, const KernelTuning& from,
                                        const ModelShapes& model, const TuneOptions& options);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNER_H_
