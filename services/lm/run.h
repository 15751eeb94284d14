// The life of the ferro-lm process: listen, load, serve, drain.
#ifndef FERRO_SERVICES_LM_RUN_H_
#define FERRO_SERVICES_LM_RUN_H_

#include "absl/status/status.h"
#include "services/lm/flags.h"

namespace ferro {

// As RunService.
absl::Status RunLm(const LmFlags& flags);

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_RUN_H_
