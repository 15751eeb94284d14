#include "services/decide/run.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/log.h"
#include "base/process_memory.h"
#include "base/status_macros.h"
#include "services/common/fit_warning.h"
#include "services/common/run_model.h"
#include "services/common/run_service.h"
#include "services/decide/decide_admin.h"
#include "services/decide/decide_service.h"
#include "services/decide/decision_host.h"

namespace ferro {
namespace {

void LogModel(const DecisionEngine& engine, int batch_tokens, absl::Duration took) {
  const DecisionModelInfo info = engine.info();
  for (const std::string& warning : engine.warnings()) LogWarning("model", {{"note", warning}});
  LogInfo("ready", {{"model", info.id},
                    {"file", info.file.file},
                    {"type", info.file.file_type},
                    {"device", info.device},
                    {"context", info.context},
                    {"decision_batch", batch_tokens},
                    {"memory_mb", engine.memory().total() >> 20},
                    {"load_s", absl::StrFormat("%.1f", absl::ToDoubleSeconds(took))}});
}

absl::Status Load(const DecideFlags& flags, DecisionHost& host, std::function<void(bool)> on_serving) {
  const absl::Time begin = absl::Now();
  {
    FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> header, GgufFile::Open(flags.model));
    const auto memory = DecisionEngine::EstimateMemory(*header);
    WarnIfItDoesNotFit(memory.total(), MemoryLimitBytes(), "a smaller model");
    host.SetMemory(memory);
  }
  DecisionOptions options = flags.decision;
  options.progress = ProgressLine();
  options.on_serving = std::move(on_serving);
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<DecisionEngine> engine, DecisionEngine::Load(flags.model, options));
  LogModel(*engine, options.batch_tokens, absl::Now() - begin);
  host.SetModel(std::move(engine));
  return absl::OkStatus();
}

}  // namespace

absl::Status RunDecide(const DecideFlags& flags) {
  return RunModel<DecisionHost, DecideService, DecideAdmin>(
      flags.process, decide::v1::DecideService::service_full_name(),
      [&](DecisionHost& host, std::function<void(bool)> on_serving) {
        return Load(flags, host, std::move(on_serving));
      });
}

}  // namespace ferro
