// Runs a model on a device that computes nothing (engine/opencl/null_api.h) and counts what a pass would launch: the
// product's own model, planner and kernel wrappers, with the kernel shapes that they choose for the device.
#ifndef FERRO_TOOLS_FERRO_ROOFLINE_NULL_RUN_H_
#define FERRO_TOOLS_FERRO_ROOFLINE_NULL_RUN_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"
#include "engine/models/causal_model.h"
#include "engine/opencl/launch_work.h"
#include "engine/opencl/program.h"
#include "tools/ferro/roofline/device_profile.h"

namespace ferro {

struct CountedLaunch {
  std::string name;
  opencl::WorkTotals work;
};

// What was launched for `tokens` tokens in `passes` passes, each of which reads one result back.
struct CountedWork {
  int tokens = 0;
  int passes = 0;
  std::vector<CountedLaunch> launches;
};

struct NullRunOptions {
  int slots = 1;
  int context = 2048;
  KvType kv_type = KvType::kF32;
};

// Not thread-safe.
class NullRun {
 public:
  // `file` must outlive the run. What LoadCausalModel returns. kInvalidArgument: also where the profile's device is too
  // small for a kernel.
  static absl::StatusOr<std::unique_ptr<NullRun>> Create(const GgufFile& file, const DeviceProfile& profile,
                                                         const NullRunOptions& options);

  // A prompt of so many tokens in an empty slot, with the logits of the last. kInvalidArgument: exceeds the context.
  absl::StatusOr<CountedWork> Prefill(int tokens);
  // One token chosen for each of `streams` slots that hold `depth` tokens already. kInvalidArgument: exceeds the
  // context or the slots.
  absl::StatusOr<CountedWork> Decode(int depth, int streams);

  // Positions of a slot; less than was asked for where the model was trained for less.
  int context() const { return model_->context(); }

 private:
  NullRun() = default;

  absl::Status Fill(int slot, int tokens, bool wants_logits);
  // Says which rows the launches that follow belong to.
  void BeginPass(absl::Span<const SequenceStep> steps);
  void Count(const opencl::Launch& launch);

  std::unique_ptr<Backend> backend_;
  std::unique_ptr<CausalModel> model_;
  std::vector<opencl::RowKeys> rows_;  // of the pass that runs
  CountedWork counted_;
};

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_ROOFLINE_NULL_RUN_H_
