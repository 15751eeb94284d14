// A request whose sequences go through whole passes, as its scheduler and its device see it.
#ifndef FERRO_ENGINE_SCHEDULE_PASS_PASS_WORK_H_
#define FERRO_ENGINE_SCHEDULE_PASS_PASS_WORK_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "engine/schedule/stats.h"

namespace ferro {

using PassWorkId = int64_t;

// Where the time of one request went. Milliseconds.
struct PassTimes {
  double queue_ms = 0;    // until its first pass began
  double compute_ms = 0;  // from there to the end of its last pass
};

// Each kind of model adds its sequences and the place of their results. Belongs to one thread after the other.
class PassWork {
 public:
  virtual ~PassWork() = default;

  // Sequences, at least one.
  virtual size_t size() const = 0;
  // Of one sequence, at least one.
  virtual size_t tokens(size_t sequence) const = 0;
  // The end of the request, once, without a lock held, on any thread. OK: all its results are there. Must not block.
  virtual void End(absl::Status failure, const PassTimes& times) = 0;

  absl::Time deadline = absl::InfiniteFuture();

  // --- Of whoever schedules it.
  PassWorkId id = 0;
  Clock::time_point arrival, start;  // start: of its first pass
  size_t next = 0;                   // the sequences before it have been given out
  size_t computed = 0;               // those before it are through their pass
  bool in_pass = false;              // on the device now
  absl::Status failure;              // ends it when its pass is over

  bool given_out() const { return next == size(); }
  int64_t tokens_left() const {
    int64_t sum = 0;
    for (size_t i = next; i < size(); ++i) sum += static_cast<int64_t>(tokens(i));
    return sum;
  }
};

using PassWorkPtr = std::unique_ptr<PassWork>;

// Consecutive sequences of one request.
struct PassPart {
  PassWork* work;
  size_t first;
  size_t count;
};

// A model for one kind of PassWork, and the device that it runs on. One thread at a time.
class PassDevice {
 public:
  virtual ~PassDevice() = default;

  // Most tokens of one pass, all sequences together.
  virtual int max_pass_rows() const = 0;

  // Computes all parts in one pass and leaves the results in their works. `hook` (not null) is called between the
  // segments of the pass; an error that it returns ends the pass and is returned.
  virtual absl::Status RunPass(absl::Span<const PassPart> parts, const std::function<absl::Status()>& hook) = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_PASS_PASS_WORK_H_
