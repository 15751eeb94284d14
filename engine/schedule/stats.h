// What the scheduler has done and is doing, as operators see it.
#ifndef FERRO_ENGINE_SCHEDULE_STATS_H_
#define FERRO_ENGINE_SCHEDULE_STATS_H_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "engine/schedule/sampling_params.h"
#include "engine/schedule/size_histogram.h"

namespace ferro {

using Clock = std::chrono::steady_clock;

inline double SecondsBetween(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

// When a grace period that begins now is over; more than a year is a year, since longer ones would overflow the clock.
inline Clock::time_point EndOfGrace(absl::Duration grace) {
  return Clock::now() + absl::ToChronoNanoseconds(std::clamp(grace, absl::ZeroDuration(), absl::Hours(24 * 365)));
}

struct SlotStats {
  int id = 0;
  std::string state = "idle";  // idle, prefill, decode
  int prompt_tokens = 0;
  int processed_tokens = 0;  // of the prompt
  int cached_tokens = 0;
  int generated_tokens = 0;
  int remaining_tokens = 0;  // -1 = until the context is full
  double age_ms = 0;         // since the slot was assigned
  std::string request_id;
  int64_t task = 0;  // number of the request since start
  std::optional<SamplingParams> sampling;
};

struct SchedulerStats {
  bool draining = false;
  int queue_length = 0;
  int queue_depth = 0;
  std::vector<SlotStats> slots;
  // Since start.
  int64_t prompt_tokens = 0;
  int64_t cached_prompt_tokens = 0;
  int64_t generated_tokens = 0;
  int64_t steps = 0;
  // Of each step: sequences, and tokens of all of them.
  SizeHistogram batch_rows{64}, batch_tokens{4096};
  double prefill_seconds = 0;  // of steps with prompt tokens
  double decode_seconds = 0;   // of steps with decoding streams; a step with both counts in both
  // Over the last seconds; 0 when idle.
  double prefill_tokens_per_second = 0;
  double decode_tokens_per_second = 0;
  std::map<std::string, int64_t> finished;   // by stop, length, tool_calls, cancelled, error
  std::map<std::string, int64_t> cancelled;  // by queue, prefill, decode
  double mean_service_s = 0;                 // that one request held a slot; recent ones count more
};

// Tokens per busy second over the last ten seconds. Thread-compatible.
class RateMeter {
 public:
  void Add(Clock::time_point now, int64_t tokens, double seconds) {
    Forget(now);
    if (samples_.empty() || SecondsBetween(samples_.back().begin, now) > 1) samples_.push_back({now, 0, 0});
    samples_.back().tokens += tokens;
    samples_.back().seconds += seconds;
  }

  double Rate(Clock::time_point now) {
    Forget(now);
    double tokens = 0, seconds = 0;
    for (const Sample& sample : samples_) {
      tokens += static_cast<double>(sample.tokens);
      seconds += sample.seconds;
    }
    return seconds > 0 ? tokens / seconds : 0;
  }

 private:
  struct Sample {
    Clock::time_point begin;
    int64_t tokens;
    double seconds;
  };

  void Forget(Clock::time_point now) {
    while (!samples_.empty() && SecondsBetween(samples_.front().begin, now) > 10) samples_.pop_front();
  }

  std::deque<Sample> samples_;  // one a second
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_STATS_H_
