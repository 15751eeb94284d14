#include "services/embed/embed_admin.h"

#include "services/common/convert.h"
#include "services/embed/convert.h"

namespace ferro {

common::v1::ModelInfo EmbedAdmin::InfoOf(const EmbeddingEngine& model) const { return ToProto(model.info()); }

admin::v1::Plan EmbedAdmin::PlanOf(const EmbeddingMemory& memory) const { return ToProto(memory); }

admin::v1::Stats EmbedAdmin::StatsOf(const EmbeddingEngine& model) const {
  admin::v1::Stats stats = ToProto(model.Stats());
  if (const auto lease = model.lease()) *stats.mutable_lease() = ToProto(lease->counts());
  return stats;
}

}  // namespace ferro
