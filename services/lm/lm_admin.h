// What the lm process says about itself.
#ifndef FERRO_SERVICES_LM_LM_ADMIN_H_
#define FERRO_SERVICES_LM_LM_ADMIN_H_

#include "services/common/model_admin.h"
#include "services/lm/model_host.h"

namespace ferro {

class LmAdmin final : public ModelAdmin<LanguageModel, MemoryEstimate> {
 public:
  using ModelAdmin::ModelAdmin;

 private:
  common::v1::ModelInfo InfoOf(const LanguageModel& model) const override;
  admin::v1::Plan PlanOf(const MemoryEstimate& memory) const override;
  admin::v1::Stats StatsOf(const LanguageModel& model) const override;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_LM_ADMIN_H_
