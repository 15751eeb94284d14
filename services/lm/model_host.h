// The place where ferro-lm keeps its model.
#ifndef FERRO_SERVICES_LM_MODEL_HOST_H_
#define FERRO_SERVICES_LM_MODEL_HOST_H_

#include "engine/schedule/lm_engine.h"
#include "engine/schedule/memory_estimate.h"
#include "services/common/model_host.h"

namespace ferro {

using ModelHost = ModelHostOf<LanguageModel, MemoryEstimate>;

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_MODEL_HOST_H_
