#include "engine/schedule/stop_matcher.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/error_detail.h"

namespace ferro {

absl::Status ValidateStopTexts(const std::vector<std::string>& stops) {
  if (stops.size() > kMaxStopTexts) {
    return InvalidField("stop", absl::StrCat("stop has ", stops.size(), " texts; at most ", kMaxStopTexts));
  }
  for (size_t i = 0; i < stops.size(); ++i) {
    if (!stops[i].empty() && stops[i].size() <= kMaxStopBytes) continue;
    return InvalidField(absl::StrCat("stop[", i, "]"), absl::StrCat("stop[", i, "] has ", stops[i].size(),
                                                                    " bytes; it must have 1 to ", kMaxStopBytes));
  }
  return absl::OkStatus();
}

StopMatcher::StopMatcher(std::vector<std::string> stops) : stops_(std::move(stops)) {}

size_t StopMatcher::MatchAtEnd(absl::string_view text) const {
  size_t longest = 0;
  for (const std::string& stop : stops_) {
    if (stop.back() == text.back() && stop.size() > longest && absl::EndsWith(text, stop)) longest = stop.size();
  }
  return longest;
}

size_t StopMatcher::PossibleStart(absl::string_view text) const {
  size_t longest = 0;
  for (const std::string& stop : stops_) {
    for (size_t n = std::min(stop.size() - 1, text.size()); n > longest; --n) {
      if (absl::EndsWith(text, absl::string_view(stop).substr(0, n))) longest = n;
    }
  }
  return longest;
}

std::string StopMatcher::Push(absl::string_view text) {
  if (stops_.empty()) return std::string(text);
  if (matched()) return std::string();
  const size_t before = held_.size();
  held_.append(text.data(), text.size());
  const absl::string_view all = held_;
  for (size_t end = before + 1; end <= all.size(); ++end) {
    const size_t length = MatchAtEnd(all.substr(0, end));
    if (length == 0) continue;
    match_ = std::string(all.substr(end - length, length));
    std::string certain(all.substr(0, end - length));
    held_.clear();
    return certain;
  }
  const size_t keep = PossibleStart(all);
  std::string certain(all.substr(0, all.size() - keep));
  held_.erase(0, held_.size() - keep);
  return certain;
}

std::string StopMatcher::Flush() { return std::exchange(held_, std::string()); }

}  // namespace ferro
