// A group of kernels that share tuning fields, with the work that they are measured on.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNE_PROBLEM_H_
#define FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNE_PROBLEM_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/opencl/kernel_set.h"
#include "engine/backend/opencl/tuning/model_shapes.h"
#include "engine/kernels/opencl/types.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

// One shape, ready to run.
struct TuneCase {
  std::string name;  // "gate, up 9216x1024, 512 rows"
  double uses = 0;   // how much it counts: times in a pass, 0: only its bits are looked at
  int copies = 1;    // the launches do it so many times, each with weights of its own
  LaunchList launches;
};

// Memory that a case writes.
struct TuneResult {
  size_t of_case;  // its index
  const Buffer* buffer;
};

// Which cases are to be built.
enum class TuneCases {
  kTimed,  // those that count; the others have no launches
  kAll,
};

// Owns the memory of its cases; the context must outlive it. Thread-compatible.
class TuneProblem {
 public:
  virtual ~TuneProblem() = default;

  virtual std::string name() const = 0;                            // "prefill products"
  virtual std::string Text(const KernelTuning& tuning) const = 0;  // the fields that this is about

  // Tunings one step away, most promising first. The kernels may refuse some.
  virtual std::vector<KernelTuning> Neighbours(const KernelTuning& tuning) const = 0;

  // The same cases, in the same order, for every tuning.
  virtual absl::StatusOr<std::vector<TuneCase>> Build(const Builder& builder, const KernelTuning& tuning,
                                                      TuneCases which) const = 0;

  // What cases write, and may read before: it must be the same before two runs that are to be compared.
  virtual const std::vector<TuneResult>& results() const = 0;
};

// Each of them returns null where the model has no such work.
absl::StatusOr<std::unique_ptr<TuneProblem>> PrefillProducts(Context& context, const ModelShapes& model, int rows);
absl::StatusOr<std::unique_ptr<TuneProblem>> DecodeProducts(Context& context, const ModelShapes& model);
absl::StatusOr<std::unique_ptr<TuneProblem>> PrefillAttention(Context& context, const ModelShapes& model, int rows);
absl::StatusOr<std::unique_ptr<TuneProblem>> DecodeAttention(Context& context, const ModelShapes& model);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNE_PROBLEM_H_
