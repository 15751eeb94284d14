#include "tools/ferro/human.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace ferro {
namespace {

std::string Scaled(int64_t value, const char* unit) {
  if (value < 1000) return absl::StrCat(value, *unit == '\0' ? "" : " ", unit);
  constexpr char kPrefixes[] = {'k', 'M', 'G', 'T', 'P', 'E'};
  double scaled = static_cast<double>(value) / 1000;
  int prefix = 0;
  // 999.95 would print as 1000.0.
  while (scaled >= 999.95 && prefix < 5) {
    scaled /= 1000;
    ++prefix;
  }
  return absl::StrFormat("%.1f %c%s", scaled, kPrefixes[prefix], unit);
}

}  // namespace

std::string HumanBytes(int64_t bytes) { return Scaled(bytes, "B"); }
std::string HumanCount(int64_t count) { return Scaled(count, ""); }

}  // namespace ferro
