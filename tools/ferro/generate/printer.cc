#include "tools/ferro/generate/printer.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json.h"

namespace ferro {

ReplyPrinter::ReplyPrinter(std::ostream& answer, std::ostream& aside, bool stream)
    : answer_(answer), aside_(aside), stream_(stream) {}

void ReplyPrinter::OnStarted(const StartedEvent&) {}
void ReplyPrinter::OnProgress(const ProgressEvent&) {}

void ReplyPrinter::OnDelta(DeltaEvent event) {
  const std::lock_guard lock(mutex_);
  content_ += event.content;
  reasoning_ += event.reasoning;
  for (ToolCall& call : event.calls) calls_.push_back(std::move(call));
  if (!stream_) return;
  if (!event.reasoning.empty()) aside_ << event.reasoning << std::flush;
  if (!event.content.empty()) answer_ << event.content << std::flush;
}

void ReplyPrinter::OnFinished(FinishedEvent event) {
  const std::lock_guard lock(mutex_);
  if (!stream_) {
    aside_ << reasoning_;
    answer_ << content_;
  }
  // A prompt of the shell must not end up in the same line.
  if (!reasoning_.empty()) aside_ << "\n";
  const bool ends_line = content_.empty() ? !calls_.empty() : content_.back() == '\n';
  if (!ends_line) answer_ << "\n";
  for (const ToolCall& call : calls_) {
    answer_ << "{\"name\":" << DumpJson(Json(call.name)) << ",\"arguments\":" << call.arguments << "}\n";
  }
  answer_ << std::flush;
  finished_ = std::move(event);
  ended_ = true;
  ended_changed_.notify_all();
}

void ReplyPrinter::OnError(const absl::Status& status) {
  const std::lock_guard lock(mutex_);
  status_ = status;
  ended_ = true;
  ended_changed_.notify_all();
}

absl::StatusOr<FinishedEvent> ReplyPrinter::Wait() {
  std::unique_lock lock(mutex_);
  ended_changed_.wait(lock, [this] { return ended_; });
  if (!status_.ok()) return status_;
  return finished_;
}

std::string StatisticsLine(const FinishedEvent& finished) {
  const Usage& usage = finished.usage;
  const Timings& timings = finished.timings;
  const int computed = usage.prompt_tokens - usage.cached_tokens;
  std::string line = absl::StrFormat("%d prompt tokens", usage.prompt_tokens);
  if (usage.cached_tokens > 0) absl::StrAppend(&line, " (", usage.cached_tokens, " cached)");
  absl::StrAppendFormat(&line, " in %.0f ms", timings.prompt_ms);
  if (timings.prompt_ms > 0) absl::StrAppendFormat(&line, ", %.1f tok/s", computed * 1000 / timings.prompt_ms);
  absl::StrAppendFormat(&line, "; %d tokens in %.0f ms", usage.completion_tokens, timings.predicted_ms);
  // The first token's time is the prompt's.
  if (timings.predicted_ms > 0 && usage.completion_tokens > 1) {
    absl::StrAppendFormat(&line, ", %.1f tok/s", (usage.completion_tokens - 1) * 1000 / timings.predicted_ms);
  }
  return absl::StrCat(line, "; ended by ", Name(finished.reason));
}

}  // namespace ferro
