// The life of the ferro-lm process: listen, load, serve, drain.
#ifndef FERRO_SERVICES_LM_RUN_H_
#define FERRO_SERVICES_LM_RUN_H_

#include "absl/status/status.h"
#include "services/lm/flags.h"

namespace ferro {

// Returns after a stop signal or a Drain call, when running requests are done or the grace is over; a second signal
// ends them at once. An error: what kept the server from listening or loading. Requires BlockStopSignals() before any
// thread.
absl::Status RunLm(const LmFlags& flags);

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_RUN_H_
