#include "services/decide/decide_admin.h"

#include "services/common/convert.h"
#include "services/decide/convert.h"

namespace ferro {

common::v1::ModelInfo DecideAdmin::InfoOf(const DecisionEngine& model) const { return ToProto(model.info()); }

admin::v1::Plan DecideAdmin::PlanOf(const DecisionMemory& memory) const { return ToProto(memory); }

admin::v1::Stats DecideAdmin::StatsOf(const DecisionEngine& model) const {
  admin::v1::Stats stats = ToProto(model.Stats());
  if (const auto lease = model.lease()) *stats.mutable_lease() = ToProto(lease->counts());
  return stats;
}

}  // namespace ferro
