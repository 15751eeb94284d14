#include "tools/ferro/fetch/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "tools/ferro/human.h"

namespace ferro {
namespace {

int TerminalWidth() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string TimeLeft(double seconds) {
  if (seconds >= 100 * 3600) return "";
  const int whole = static_cast<int>(seconds + 0.5);
  if (whole >= 3600) return absl::StrFormat("  %d:%02d:%02d left", whole / 3600, whole / 60 % 60, whole % 60);
  return absl::StrFormat("  %d:%02d left", whole / 60, whole % 60);
}

}  // namespace

std::string ProgressLine(int64_t done, int64_t total, double rate, int width, const char* unit) {
  width = std::max(width, 40);
  const auto amount = [unit](int64_t value) { return unit == nullptr ? HumanBytes(value) : absl::StrCat(value); };
  std::string text = amount(done);
  if (total > 0) absl::StrAppend(&text, " of ", amount(total));
  if (unit != nullptr) absl::StrAppend(&text, " ", unit);
  if (rate > 0) absl::StrAppend(&text, "  ", amount(static_cast<int64_t>(rate)), "/s");
  if (total <= 0) return text.substr(0, width);
  if (rate > 0 && done < total) absl::StrAppend(&text, TimeLeft(static_cast<double>(total - done) / rate));

  const double share = std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
  const std::string head = absl::StrFormat("%3d%%  ", static_cast<int>(share * 100));
  const int room = width - static_cast<int>(head.size() + text.size()) - 4;  // brackets and two blanks
  if (room < 8) return (head + text).substr(0, width);
  const int filled = static_cast<int>(share * room);
  return absl::StrCat(head, "[", std::string(filled, '#'), std::string(room - filled, '.'), "]  ", text);
}

ProgressBar::ProgressBar(const char* unit)
    : unit_(unit), terminal_(isatty(STDERR_FILENO) != 0), start_(absl::Now()), last_(absl::InfinitePast()) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\n", stderr);
}

void ProgressBar::Say(const std::string& line) {
  std::fprintf(stderr, "%s%s\n", drawn_ ? "\n" : "", line.c_str());
  drawn_ = false;
}

void ProgressBar::Update(int64_t done, int64_t total) {
  const absl::Time now = absl::Now();
  if (!terminal_ || (now - last_ < absl::Milliseconds(200) && done != total)) return;
  if (start_done_ < 0) {
    start_done_ = done;
    start_ = now;
  }
  last_ = now;
  drawn_ = true;
  const double seconds = absl::ToDoubleSeconds(now - start_);
  const double rate = seconds > 0.5 ? static_cast<double>(done - start_done_) / seconds : 0;
  const std::string line = ProgressLine(done, total, rate, TerminalWidth() - 1, unit_);
  std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
}

}  // namespace ferro
