#include "services/lm/run.h"

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
#include "services/lm/lm_admin.h"
#include "services/lm/lm_service.h"
#include "services/lm/model_host.h"

namespace ferro {
namespace {

void LogModel(const LanguageModel& model, absl::Duration took) {
  const LanguageModelInfo info = model.info();
  for (const std::string& warning : model.warnings()) LogWarning("model", {{"note", warning}});
  LogInfo("ready", {{"model", info.id},
                    {"file", info.file.file},
                    {"type", info.file.file_type},
                    {"device", info.device},
                    {"slots", info.slots},
                    {"context", info.context},
                    {"template", info.template_variant},
                    {"memory_mb", model.memory().total() >> 20},
                    {"load_s", absl::StrFormat("%.1f", absl::ToDoubleSeconds(took))}});
}

absl::Status Load(const LmFlags& flags, ModelHost& host, std::function<void(bool)> on_serving) {
  const absl::Time begin = absl::Now();
  {
    FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> header, GgufFile::Open(flags.model));
    const auto memory = EstimateMemory(*header, flags.lm.slots, flags.lm.context, flags.lm.kv_type);
    WarnIfItDoesNotFit(memory.total(), MemoryLimitBytes(),
                       "a smaller model, or less of --lm-slots and --lm-ctx, or --kv-dtype int8");
    host.SetMemory(memory);
  }
  LanguageModelOptions options = flags.lm;
  options.progress = ProgressLine();
  options.on_serving = std::move(on_serving);
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<LanguageModel> model, LanguageModel::Load(flags.model, options));
  LogModel(*model, absl::Now() - begin);
  host.SetModel(std::move(model));
  return absl::OkStatus();
}

}  // namespace

absl::Status RunLm(const LmFlags& flags) {
  return RunModel<ModelHost, LmService, LmAdmin>(
      flags.process, lm::v1::LmService::service_full_name(),
      [&](ModelHost& host, std::function<void(bool)> on_serving) { return Load(flags, host, std::move(on_serving)); });
}

}  // namespace ferro
