#include "tools/ferro/profile/decision_profile.h"

#include <chrono>
#include <memory>
#include <vector>

#include "base/status_macros.h"
#include "engine/backend/opencl/opencl_backend.h"
#include "engine/gguf/file.h"
#include "engine/models/lfm2_decision/model.h"
#include "engine/schedule/decision/decision_engine.h"

namespace ferro {
namespace {

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Tokens come out of an engine of its own: they need no device.
absl::StatusOr<std::vector<DecisionPrompt>> PromptsOf(const std::string& path, const DecisionRequest& request) {
  DecisionOptions options;
  options.backend.device = "null";
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<DecisionEngine> engine, DecisionEngine::Load(path, options));
  FERRO_ASSIGN_OR_RETURN(const auto items, engine->BuildPrompts(request));
  std::vector<DecisionPrompt> prompts;
  for (const std::vector<DecisionPrompt>& item : items) prompts.insert(prompts.end(), item.begin(), item.end());
  return prompts;
}

}  // namespace

absl::StatusOr<ProfileReport> ProfileDecisions(const std::string& path, const DecisionRequest& request,
                                               const BackendOptions& backend_options, int repeat) {
  FERRO_ASSIGN_OR_RETURN(const std::vector<DecisionPrompt> prompts, PromptsOf(path, request));
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<OpenClBackend> backend, CreateOpenClBackend(backend_options));
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> file, GgufFile::Open(path));
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<DecisionModel> model, DecisionModel::Load(*file, *backend, {}));

  std::vector<DecisionSequence> sequences;
  PassProfile profile;
  for (const DecisionPrompt& prompt : prompts) {
    sequences.push_back({prompt.tokens, prompt.markers, prompt.type});
    profile.test.tokens += static_cast<int>(prompt.tokens.size());
  }
  const std::vector<opencl::RowKeys> rows(profile.test.tokens);

  ProfileReport report;
  report.backend = backend->name();
  FERRO_ASSIGN_OR_RETURN(report.peak, opencl::MeasureDevicePeak(backend->context(), backend->dot()));
  FERRO_RETURN_IF_ERROR(model->Score(sequences).status());  // compiles, makes the launches
  FERRO_RETURN_IF_ERROR(backend->context().SetProfiling(true));
  for (; profile.items < repeat; ++profile.items) {
    FERRO_RETURN_IF_ERROR(model->Score(sequences).status());
    FERRO_ASSIGN_OR_RETURN(const std::vector<opencl::LaunchTime> times, backend->context().TakeTimes());
    profile.table.Add(times, rows);
  }
  FERRO_RETURN_IF_ERROR(backend->context().SetProfiling(false));
  for (int i = 0; i < repeat; ++i) {
    const double start = Now();
    FERRO_RETURN_IF_ERROR(model->Score(sequences).status());
    profile.host.seconds.push_back(Now() - start);
  }
  report.passes.push_back(std::move(profile));
  return report;
}

}  // namespace ferro
