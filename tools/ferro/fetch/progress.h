// A progress bar for a terminal.
#ifndef FERRO_TOOLS_FERRO_FETCH_PROGRESS_H_
#define FERRO_TOOLS_FERRO_FETCH_PROGRESS_H_

#include <cstdint>
#include <string>

#include "absl/time/time.h"

namespace ferro {

// One line without line end, never longer than `width` (at least 40) columns: bar, share, amount, rate and the time
// left. `total` 0 = not known: no bar then. `rate` a second, 0 = not known. `unit`: what is counted, for instance
// texts; null = bytes.
std::string ProgressLine(int64_t done, int64_t total, double rate, int width, const char* unit = nullptr);

// Draws the line on standard error at most five times a second; does nothing when that is no terminal.
class ProgressBar {
 public:
  // `unit` as for ProgressLine; must outlive the bar.
  explicit ProgressBar(const char* unit = nullptr);
  // Ends the line.
  ~ProgressBar();
  void Update(int64_t done, int64_t total);
  // A line of its own, below the bar; the bar goes on under it.
  void Say(const std::string& line);

 private:
  const char* unit_;
  bool terminal_;
  bool drawn_ = false;
  absl::Time start_;
  absl::Time last_;
  int64_t start_done_ = -1;  // what was there before this run does not count for the rate
};

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_FETCH_PROGRESS_H_
