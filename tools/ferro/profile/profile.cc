#include "tools/ferro/profile/profile.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/status_macros.h"
#include "engine/backend/opencl/opencl_backend.h"
#include "engine/models/load.h"

namespace ferro {
namespace {

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

absl::StatusOr<std::unique_ptr<CausalModel>> Load(const GgufFile& file, Backend& backend, int slots, int context,
                                                  KvType kv_type) {
  CausalModelOptions options;
  options.slots = slots;
  options.context = context;
  options.kv_type = kv_type;
  return LoadCausalModel(file, backend, options);
}

ProfileReport HeadOf(const ProfileRequest& request, const Backend& backend) {
  ProfileReport report;
  report.model = request.model;
  report.backend = backend.name();
  report.kv_dtype = request.kv_dtype;
  report.repeats = request.repeats;
  return report;
}

}  // namespace

absl::StatusOr<ProfileReport> ProfileModel(const GgufFile& file, const ProfileRequest& request) {
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<OpenClBackend> backend, CreateOpenClBackend(request.backend));
  ProfileReport report = HeadOf(request, *backend);
  FERRO_ASSIGN_OR_RETURN(report.peak, opencl::MeasureDevicePeak(backend->context(), backend->dot()));
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<CausalModel> model,
                         Load(file, *backend, SlotsNeeded(request.tests),
                              std::max(ContextNeeded(request.tests), kSelfCheckContext), request.kv_type));
  FERRO_RETURN_IF_ERROR(CheckContext(request.tests, model->context()));
  PassProfiler profiler(*model, backend->context(), Now);
  for (const BenchTest& test : request.tests) {
    FERRO_ASSIGN_OR_RETURN(report.passes.emplace_back(), profiler.Run(test, request.repeat, request.repeats));
  }
  if (!request.repeats.any()) {
    FERRO_ASSIGN_OR_RETURN(report.check, SelfCheckModel(*model));
  }
  return report;
}

absl::StatusOr<ProfileReport> CheckModel(const GgufFile& file, const ProfileRequest& request) {
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, CreateBackend(request.backend));
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<CausalModel> model,
                         Load(file, *backend, /*slots=*/1, kSelfCheckContext, request.kv_type));
  ProfileReport report = HeadOf(request, *backend);
  FERRO_ASSIGN_OR_RETURN(report.check, SelfCheckModel(*model));
  return report;
}

}  // namespace ferro
