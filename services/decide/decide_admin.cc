#include "services/decide/decide_admin.h"

#include "base/status_macros.h"
#include "services/common/process_memory.h"
#include "services/decide/convert.h"

namespace ferro {

absl::StatusOr<common::v1::ModelInfo> DecideAdmin::Model() {
  FERRO_ASSIGN_OR_RETURN(const DecisionEngine* engine, host_.GetModel());
  return ToProto(engine->info());
}

absl::StatusOr<admin::v1::Plan> DecideAdmin::Plan() {
  FERRO_ASSIGN_OR_RETURN(const DecisionMemory memory, host_.GetMemory());
  return ToProto(memory);
}

absl::StatusOr<admin::v1::Stats> DecideAdmin::Stats() {
  FERRO_ASSIGN_OR_RETURN(const DecisionEngine* engine, host_.GetModel());
  admin::v1::Stats stats = ToProto(engine->Stats());
  stats.set_uptime_s(absl::ToDoubleSeconds(absl::Now() - start_));
  stats.set_resident_bytes(ResidentBytes());
  stats.set_memory_limit_bytes(MemoryLimitBytes());
  return stats;
}

void DecideAdmin::Drain(std::optional<absl::Duration> grace) {
  host_.Drain(grace.value_or(default_grace_));
  on_drain_();
}

}  // namespace ferro
