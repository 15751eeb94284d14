// Gives memory that was freed back to the system.
//
//   HeapTrimmer heap;
//   while (serving) { WaitASecond(); if (idle) heap.Tick(); }
//
// The C library keeps freed memory, in pieces and for each thread apart. After a few requests of tens of megabytes that
// is hundreds of them, which a machine with 8 GB needs for its models.
#ifndef FERRO_BASE_HEAP_TRIMMER_H_
#define FERRO_BASE_HEAP_TRIMMER_H_

#include <cstdint>

namespace ferro {

// Thread-compatible.
class HeapTrimmer {
 public:
  // Growth that is left alone: giving back a little would only be undone by the next request.
  static constexpr int64_t kSlackBytes = int64_t{32} << 20;

  // What is still in use then may be free a moment later: so often it is tried, after 2, 4, 8, ... ticks more, before
  // growth counts as what the process needs.
  static constexpr int kTries = 5;

  // About every second, when nothing is in a hurry: where the process has grown by more than kSlackBytes, gives back
  // what is free, some milliseconds during which other threads' allocations wait. Else it costs a reading of /proc.
  void Tick();

 private:
  int64_t needed_ = 0;  // resident bytes that the process seems to need; 0 = not known yet
  int tries_ = 0;       // since it grew beyond that
  int wait_ = 0;        // ticks before the next
};

}  // namespace ferro

#endif  // FERRO_BASE_HEAP_TRIMMER_H_
