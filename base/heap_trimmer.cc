#include "base/heap_trimmer.h"

#include <malloc.h>

#include <algorithm>

#include "base/process_memory.h"

namespace ferro {

void HeapTrimmer::Tick() {
  const auto has_grown = [this](int64_t resident) { return needed_ > 0 && resident > needed_ + kSlackBytes; };
  int64_t resident = ResidentBytes();
  if (has_grown(resident)) {
    if (wait_ > 0) {
      --wait_;
      return;
    }
    malloc_trim(0);
    resident = ResidentBytes();
    if (has_grown(resident) && ++tries_ < kTries) {
      wait_ = 1 << tries_;
      return;
    }
    needed_ = resident;
  }
  tries_ = wait_ = 0;
  needed_ = needed_ == 0 ? resident : std::min(needed_, resident);
}

}  // namespace ferro
