// The life of the ferro-decide process: listen, load, serve, drain.
#ifndef FERRO_SERVICES_DECIDE_RUN_H_
#define FERRO_SERVICES_DECIDE_RUN_H_

#include "absl/status/status.h"
#include "services/decide/flags.h"

namespace ferro {

// As RunService.
absl::Status RunDecide(const DecideFlags& flags);

}  // namespace ferro

#endif  // FERRO_SERVICES_DECIDE_RUN_H_
