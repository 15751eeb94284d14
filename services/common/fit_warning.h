// What is said at the start about a model that does not fit into memory.
#ifndef FERRO_SERVICES_COMMON_FIT_WARNING_H_
#define FERRO_SERVICES_COMMON_FIT_WARNING_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace ferro {

// Logs a warning where a model that needs `needed` bytes has less than that: `limit`, see MemoryLimitBytes (0 = not
// known). Whoever takes more than there is gets killed and cannot say why. `remedy` says what would need less.
void WarnIfItDoesNotFit(int64_t needed, int64_t limit, absl::string_view remedy);

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_FIT_WARNING_H_
