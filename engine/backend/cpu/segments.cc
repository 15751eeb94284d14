#include "engine/backend/cpu/segments.h"

#include <algorithm>

namespace ferro::cpu {
namespace {

double Nanoseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double, std::nano>(duration).count();
}

// A segment is over when less than this share of it is left: a last sliver of work is not worth its call.
constexpr double kRest = 0.15;

}  // namespace

void Segments::Begin() {
  status_ = absl::OkStatus();
  segment_start_ = Clock::now();
}

int64_t Segments::Fitting(Kind kind, int64_t units, int64_t grain, double unit_work) const {
  const double left = launch_ns_ - Nanoseconds(Clock::now() - segment_start_);
  const double fitting = std::min(static_cast<double>(units), left / std::max(1e-9, unit_work * pace_[kind]));
  return std::min(units, std::max(grain, static_cast<int64_t>(fitting) / grain * grain));
}

void Segments::Account(Kind kind, double work, Clock::time_point start) {
  const auto now = Clock::now();
  if (work > 0) pace_[kind] += 0.5 * (Nanoseconds(now - start) / work - pace_[kind]);
  if (Nanoseconds(now - segment_start_) < (1 - kRest) * launch_ns_) return;
  status_ = hook_();
  segment_start_ = Clock::now();
}

}  // namespace ferro::cpu
