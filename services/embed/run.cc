#include "services/embed/run.h"

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
#include "services/embed/embed_admin.h"
#include "services/embed/embed_service.h"
#include "services/embed/embedding_host.h"

namespace ferro {
namespace {

void LogModel(const EmbeddingEngine& engine, int batch_tokens, absl::Duration took) {
  const EmbeddingModelInfo info = engine.info();
  for (const std::string& warning : engine.warnings()) LogWarning("model", {{"note", warning}});
  LogInfo("ready", {{"model", info.id},
                    {"file", info.file.file},
                    {"type", info.file.file_type},
                    {"device", info.device},
                    {"context", info.context},
                    {"embed_batch", batch_tokens},
                    {"memory_mb", engine.memory().total() >> 20},
                    {"load_s", absl::StrFormat("%.1f", absl::ToDoubleSeconds(took))}});
}

absl::Status Load(const EmbedFlags& flags, EmbeddingHost& host, std::function<void(bool)> on_serving) {
  const absl::Time begin = absl::Now();
  {
    FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> header, GgufFile::Open(flags.model));
    const auto memory = EmbeddingEngine::EstimateMemory(*header, flags.embedding);
    WarnIfItDoesNotFit(memory.total(), MemoryLimitBytes(), "a smaller model, or a smaller --embed-batch");
    host.SetMemory(memory);
  }
  EmbeddingOptions options = flags.embedding;
  options.progress = ProgressLine();
  options.on_serving = std::move(on_serving);
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<EmbeddingEngine> engine, EmbeddingEngine::Load(flags.model, options));
  LogModel(*engine, options.batch_tokens, absl::Now() - begin);
  host.SetModel(std::move(engine));
  return absl::OkStatus();
}

}  // namespace

absl::Status RunEmbed(const EmbedFlags& flags) {
  return RunModel<EmbeddingHost, EmbedService, EmbedAdmin>(
      flags.process, embed::v1::EmbedService::service_full_name(),
      [&](EmbeddingHost& host, std::function<void(bool)> on_serving) {
        return Load(flags, host, std::move(on_serving));
      });
}

}  // namespace ferro
