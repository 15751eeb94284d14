// The place where ferro-decide keeps its model.
#ifndef FERRO_SERVICES_DECIDE_DECISION_HOST_H_
#define FERRO_SERVICES_DECIDE_DECISION_HOST_H_

#include "engine/schedule/decision/decision_engine.h"
#include "services/common/model_host.h"

namespace ferro {

using DecisionHost = ModelHostOf<DecisionEngine, DecisionMemory>;

}  // namespace ferro

#endif  // FERRO_SERVICES_DECIDE_DECISION_HOST_H_
