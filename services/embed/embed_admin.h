// What the embed process says about itself.
#ifndef FERRO_SERVICES_EMBED_EMBED_ADMIN_H_
#define FERRO_SERVICES_EMBED_EMBED_ADMIN_H_

#include "services/common/model_admin.h"
#include "services/embed/embedding_host.h"

namespace ferro {

class EmbedAdmin final : public ModelAdmin<EmbeddingEngine, EmbeddingMemory> {
 public:
  using ModelAdmin::ModelAdmin;

 private:
  common::v1::ModelInfo InfoOf(const EmbeddingEngine& model) const override;
  admin::v1::Plan PlanOf(const EmbeddingMemory& memory) const override;
  admin::v1::Stats StatsOf(const EmbeddingEngine& model) const override;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_EMBED_EMBED_ADMIN_H_
