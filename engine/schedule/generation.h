// What a caller asks of the scheduler and what it gets back, one type an event.
#ifndef FERRO_ENGINE_SCHEDULE_GENERATION_H_
#define FERRO_ENGINE_SCHEDULE_GENERATION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "engine/text/tool_calls/call_list.h"

namespace ferro {

enum class FinishReason { kStop, kLength, kToolCalls };

// `stop`, `length`, `tool_calls`.
const char* Name(FinishReason reason);

struct Usage {
  int prompt_tokens = 0;      // cached ones included
  int cached_tokens = 0;      // restored instead of computed
  int completion_tokens = 0;  // every sampled token, the end-of-generation token included
  int reasoning_tokens = 0;   // of these, up to and including the end of the reasoning part
};

// Milliseconds.
struct Timings {
  double queue_ms = 0;      // waiting for a slot
  double tokenize_ms = 0;   // rendering and tokenising
  double prompt_ms = 0;     // from the slot to the first sampled token
  double predicted_ms = 0;  // from the first sampled token to the last
  double ttft_ms = 0;       // from the arrival of the request to the first sampled token
};

// A slot is assigned; comes first.
struct StartedEvent {
  int prompt_tokens = 0;
  int cached_tokens = 0;
  int64_t seed = 0;  // given or drawn
  int slot = 0;
};

// Part of the prompt is computed; only for requests that ask. The first one comes before any work.
struct ProgressEvent {
  int total_tokens = 0;
  int cached_tokens = 0;
  int processed_tokens = 0;  // cached ones included
  double time_ms = 0;        // since the slot was assigned
};

// What became certain in one step. Texts are whole UTF-8 sequences; empty parts are absent. Content that comes together
// with calls may stand before or after them.
struct DeltaEvent {
  std::string content;
  std::string reasoning;
  std::vector<ToolCall> calls;  // of tools, whole
  std::vector<int32_t> tokens;  // only for requests that ask
  Usage usage;                  // running totals
  Timings timings;
};

struct FinishedEvent {
  FinishReason reason = FinishReason::kStop;
  Usage usage;
  Timings timings;
  std::vector<std::string> warnings;  // sentences for people
  std::string stop_text;              // the stop text that ended the reply; empty = none
};

// Receives the events of one request: OnStarted, then OnProgress and OnDelta, then exactly one of OnFinished and
// OnError, which may also come without OnStarted. Called on the scheduler's thread: an implementation must not block
// (every other stream would wait) and must not call back into the scheduler, except Cancel.
class GenerationSink {
 public:
  virtual ~GenerationSink() = default;
  virtual void OnStarted(const StartedEvent& event) = 0;
  virtual void OnProgress(const ProgressEvent& event) = 0;
  virtual void OnDelta(DeltaEvent event) = 0;
  virtual void OnFinished(FinishedEvent event) = 0;
  // kCancelled: the caller cancelled. kUnavailable: the server stopped, or its device failed and a retry may
  // help (kReasonDeviceFailed). kInternal: the model failed.
  virtual void OnError(const absl::Status& status) = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_GENERATION_H_
