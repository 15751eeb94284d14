#include "services/lm/lm_admin.h"

#include "services/common/convert.h"
#include "services/lm/convert.h"

namespace ferro {

common::v1::ModelInfo LmAdmin::InfoOf(const LanguageModel& model) const { return ToProto(model.info()); }

admin::v1::Plan LmAdmin::PlanOf(const MemoryEstimate& memory) const { return ToProto(memory); }

admin::v1::Stats LmAdmin::StatsOf(const LanguageModel& model) const {
  admin::v1::Stats stats = ToProto(model.Stats(), model.info().context);
  stats.set_sequence_state_bytes(model.memory().sequence_state);
  if (const auto lease = model.lease()) *stats.mutable_lease() = ToProto(lease->counts());
  return stats;
}

}  // namespace ferro
