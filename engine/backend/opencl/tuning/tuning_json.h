// KernelTuning as JSON, every field under its own name: docs/formats.md shows one.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNING_JSON_H_
#define FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNING_JSON_H_

#include "absl/status/statusor.h"
#include "base/json.h"
#include "engine/backend/opencl/kernel_set.h"

namespace ferro::opencl {

Json TuningToJson(const KernelTuning& tuning);

// kInvalidArgument: a field is missing, unknown, of another type or negative. Whether kernels have such shapes is
// CheckKernelTuning's to say.
absl::StatusOr<KernelTuning> TuningFromJson(const Json& json);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNING_JSON_H_
