#include "services/lm/lm_admin.h"

#include "base/status_macros.h"
#include "services/common/process_memory.h"
#include "services/lm/convert.h"

namespace ferro {
absl::StatusOr<common::v1::ModelInfo> LmAdmin::Model() {
  FERRO_ASSIGN_OR_RETURN(const LanguageModel* model, host_.GetModel());
  return ToProto(model->info());
}

absl::StatusOr<admin::v1::Plan> LmAdmin::Plan() {
  FERRO_ASSIGN_OR_RETURN(const MemoryEstimate memory, host_.GetMemory());
  return ToProto(memory);
}

absl::StatusOr<admin::v1::Stats> LmAdmin::Stats() {
  FERRO_ASSIGN_OR_RETURN(const LanguageModel* model, host_.GetModel());
  admin::v1::Stats stats = ToProto(model->Stats(), model->info().context);
  stats.set_uptime_s(absl::ToDoubleSeconds(absl::Now() - start_));
  stats.set_resident_bytes(ResidentBytes());
  stats.set_memory_limit_bytes(MemoryLimitBytes());
  stats.set_sequence_state_bytes(model->memory().sequence_state);
  return stats;
}

void LmAdmin::Drain(std::optional<absl::Duration> grace) {
  host_.Drain(grace.value_or(default_grace_));
  on_drain_();
}

}  // namespace ferro
