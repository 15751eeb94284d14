// Cuts the work of a pass into pieces of bounded time, with a hook between them.
#ifndef FERRO_ENGINE_BACKEND_CPU_SEGMENTS_H_
#define FERRO_ENGINE_BACKEND_CPU_SEGMENTS_H_

#include <chrono>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "engine/backend/encoder_ops.h"

namespace ferro::cpu {

// How long a piece will take is estimated from how fast the last pieces of its kind went. Without a hook nothing is
// cut and no clock is read. Not thread-safe.
class Segments {
 public:
  // Kinds of work differ in how fast a unit of it is done.
  enum Kind { kProduct, kAttention, kRows, kKinds };

  explicit Segments(double launch_ms) : launch_ns_(launch_ms * 1e6) {}

  void SetHook(EncoderOps::SegmentHook hook) { hook_ = std::move(hook); }

  // A pass begins; what the hook said about the last one is forgotten.
  void Begin();

  // Not OK once the hook has ended the pass.
  const absl::Status& status() const { return status_; }

  // Calls fn(begin, end) for pieces of [0, units), each a multiple of `grain` but the last, and the hook where a
  // segment ends. `unit_work` is what one unit costs, in any measure that suits the kind. Does nothing once the pass
  // has ended.
  template <class Fn>
  void Run(Kind kind, int64_t units, int64_t grain, double unit_work, const Fn& fn) {
    if (!status_.ok() || units <= 0) return;
    if (hook_ == nullptr) return fn(int64_t{0}, units);
    for (int64_t begin = 0; begin < units && status_.ok();) {
      const int64_t end = begin + Fitting(kind, units - begin, grain, unit_work);
      const auto start = Clock::now();
      fn(begin, end);
      Account(kind, static_cast<double>(end - begin) * unit_work, start);
      begin = end;
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Units that the rest of the segment has time for: at least one grain.
  int64_t Fitting(Kind kind, int64_t units, int64_t grain, double unit_work) const;
  // Learns from a piece, and lets the hook in if the segment is over.
  void Account(Kind kind, double work, Clock::time_point start);

  const double launch_ns_;
  EncoderOps::SegmentHook hook_;
  absl::Status status_;
  Clock::time_point segment_start_;
  // Nanoseconds a unit of work; cautious until measured.
  double pace_[kKinds] = {0.05, 0.2, 1};
};

}  // namespace ferro::cpu

#endif  // FERRO_ENGINE_BACKEND_CPU_SEGMENTS_H_
