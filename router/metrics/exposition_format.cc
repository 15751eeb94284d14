#include "router/metrics/exposition_format.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace ferro::router {
namespace {

// One element of Accept. The weight is 0 (not acceptable) where it is no number.
struct MediaRange {
  std::string type;
  std::string version;
  double weight = 1;
};

MediaRange ParseRange(absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ';');
  MediaRange range;
  range.type = absl::AsciiStrToLower(absl::StripAsciiWhitespace(parts[0]));
  for (size_t i = 1; i < parts.size(); ++i) {
    const std::pair<absl::string_view, absl::string_view> item = absl::StrSplit(parts[i], absl::MaxSplits('=', 1));
    const absl::string_view name = absl::StripAsciiWhitespace(item.first);
    const absl::string_view value = absl::StripAsciiWhitespace(item.second);
    if (absl::EqualsIgnoreCase(name, "version")) range.version = std::string(value);
    if (absl::EqualsIgnoreCase(name, "q") && !absl::SimpleAtod(value, &range.weight)) range.weight = 0;
  }
  return range;
}

}  // namespace

ExpositionFormat ChooseFormat(absl::string_view accept) {
  double text = 0;
  double open_metrics = 0;
  for (const absl::string_view element : absl::StrSplit(accept, ',')) {
    const MediaRange range = ParseRange(element);
    if (range.type == "text/plain") text = std::max(text, range.weight);
    if (range.type != "application/openmetrics-text") continue;
    if (range.version.empty() || range.version == "1.0.0") open_metrics = std::max(open_metrics, range.weight);
  }
  return open_metrics > 0 && open_metrics >= text ? ExpositionFormat::kOpenMetrics : ExpositionFormat::kText;
}

const char* ContentType(ExpositionFormat format) {
  return format == ExpositionFormat::kOpenMetrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                                                  : "text/plain; version=0.0.4; charset=utf-8";
}

}  // namespace ferro::router
