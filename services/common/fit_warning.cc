#include "services/common/fit_warning.h"

#include "base/log.h"

namespace ferro {

void WarnIfItDoesNotFit(int64_t needed, int64_t limit, absl::string_view remedy) {
  if (limit == 0 || needed <= limit) return;
  LogWarning("memory_short", {{"needed_mb", needed >> 20},
                              {"limit_mb", limit >> 20},
                              {"effect", "the system may kill this process"},
                              {"remedy", remedy}});
}

}  // namespace ferro
