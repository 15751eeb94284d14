// What the decide process says about itself.
#ifndef FERRO_SERVICES_DECIDE_DECIDE_ADMIN_H_
#define FERRO_SERVICES_DECIDE_DECIDE_ADMIN_H_

#include "services/common/model_admin.h"
#include "services/decide/decision_host.h"

namespace ferro {

class DecideAdmin final : public ModelAdmin<DecisionEngine, DecisionMemory> {
 public:
  using ModelAdmin::ModelAdmin;

 private:
  common::v1::ModelInfo InfoOf(const DecisionEngine& model) const override;
  admin::v1::Plan PlanOf(const DecisionMemory& memory) const override;
  admin::v1::Stats StatsOf(const DecisionEngine& model) const override;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_DECIDE_DECIDE_ADMIN_H_
