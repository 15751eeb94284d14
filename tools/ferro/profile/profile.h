// `ferro bench --profile` and `--check`, without their flags.
#ifndef FERRO_TOOLS_FERRO_PROFILE_PROFILE_H_
#define FERRO_TOOLS_FERRO_PROFILE_PROFILE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/backend/create.h"
#include "engine/gguf/file.h"
#include "engine/opencl/launch_repeats.h"
#include "tools/ferro/bench/runner.h"
#include "tools/ferro/profile/report.h"

namespace ferro {

struct ProfileRequest {
  std::string model;  // what the report calls it
  BackendOptions backend;
  KvType kv_type = KvType::kF32;
  std::string kv_dtype;
  std::vector<BenchTest> tests;
  int repeat = 3;  // prompts of a prefill test
  opencl::LaunchRepeats repeats;
};

// The device's ceilings, the profile of every test and, unless launches are changed, the self-check.
// kFailedPrecondition: not an OpenCL device. kInvalidArgument: see PassProfiler::Run, or tests that need more positions
// than the model has. A self-check that fails is no error here.
absl::StatusOr<ProfileReport> ProfileModel(const GgufFile& file, const ProfileRequest& request);

// The self-check alone, on any device.
absl::StatusOr<ProfileReport> CheckModel(const GgufFile& file, const ProfileRequest& request);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_PROFILE_PROFILE_H_
