// Asks a gateway whether it is ready.
#ifndef FERRO_TOOLS_FERRO_UP_READY_PROBE_H_
#define FERRO_TOOLS_FERRO_UP_READY_PROBE_H_

#include <string>

namespace ferro {

// Whether GET `base_url`/readyz answers 200 within a second. Anything else, no answer included, is "not yet".
bool IsReady(const std::string& base_url);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_UP_READY_PROBE_H_
