// SIGINT and SIGTERM as events that the main thread waits for.
#ifndef FERRO_SERVICES_COMMON_SIGNALS_H_
#define FERRO_SERVICES_COMMON_SIGNALS_H_

#include "absl/time/time.h"

namespace ferro {

// Must be called before any thread starts, so that all threads inherit the mask. Also ignores SIGPIPE: a closed pipe
// on standard error must not end a server.
void BlockStopSignals();

// Waits for one of them, at most `timeout`. False: the time is over.
bool WaitForStopSignal(absl::Duration timeout);

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_SIGNALS_H_
