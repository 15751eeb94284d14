// Shows one reply as it comes.
#ifndef FERRO_TOOLS_FERRO_GENERATE_PRINTER_H_
#define FERRO_TOOLS_FERRO_GENERATE_PRINTER_H_

#include <condition_variable>
#include <mutex>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/schedule/generation.h"

namespace ferro {

// Collects the reply; with `stream` the content also goes to `answer` and the reasoning to `aside` piece by piece,
// otherwise both at the end. Calls of tools go to `answer` in the end, a line of JSON each. One thread sends the
// events, another one waits.
class ReplyPrinter : public GenerationSink {
 public:
  // The streams must outlive the printer. Nothing but content and calls goes to `answer`.
  ReplyPrinter(std::ostream& answer, std::ostream& aside, bool stream);

  void OnStarted(const StartedEvent& event) override;
  void OnProgress(const ProgressEvent& event) override;
  void OnDelta(DeltaEvent event) override;
  void OnFinished(FinishedEvent event) override;
  void OnError(const absl::Status& status) override;

  // Blocks until the reply has ended; what comes back are its statistics.
  absl::StatusOr<FinishedEvent> Wait();

 private:
  std::ostream& answer_;
  std::ostream& aside_;
  const bool stream_;
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  absl::Status status_;
  FinishedEvent finished_;
  std::string content_, reasoning_;
  std::vector<ToolCall> calls_;
};

// "17 prompt tokens (3 cached) in 12 ms, 1416.7 tok/s; 40 tokens in 800 ms, 48.8 tok/s; ended by stop".
std::string StatisticsLine(const FinishedEvent& finished);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_GENERATE_PRINTER_H_
