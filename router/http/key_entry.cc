#include "router/http/key_entry.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"

namespace ferro::router {
namespace {

constexpr size_t kMaxLabel = 64;
constexpr size_t kMaxKey = 512;
// The requests of a minute are remembered one by one.
constexpr int kMaxLimit = 100'000;

bool IsLabel(absl::string_view text) {
  if (text.empty() || text.size() > kMaxLabel) return false;
  for (const unsigned char c : text) {
    if (!absl::ascii_isalnum(c) && c != '.' && c != '_' && c != '-') return false;
  }
  return true;
}

bool IsKey(absl::string_view text) {
  if (text.empty() || text.size() > kMaxKey) return false;
  for (const unsigned char c : text) {
    if (!absl::ascii_isgraph(c)) return false;
  }
  return true;
}

absl::Status WrongKey() {
  return absl::InvalidArgumentError(absl::StrCat(
      "a key is 1 to ", kMaxKey,
      " printable ASCII characters without blanks; limits follow after ` ; `, as in `anna: KEY ; rpm=60`"));
}

absl::StatusOr<int> ParseCount(absl::string_view name, absl::string_view value) {
  int count = 0;
  if (absl::SimpleAtoi(value, &count) && count >= 1 && count <= kMaxLimit) return count;
  return absl::InvalidArgumentError(absl::StrCat(name, "=", value, ": a number from 1 to ", kMaxLimit, " is needed"));
}

absl::StatusOr<std::vector<std::string>> ParseRoutes(absl::string_view value) {
  std::vector<std::string> routes;
  for (const absl::string_view item : absl::StrSplit(value, ',')) {
    const absl::string_view route = absl::StripAsciiWhitespace(item);
    if (route.empty() || route[0] != '/') {
      return absl::InvalidArgumentError(
          absl::StrCat("routes=", value, ": paths that begin with / are needed, with commas between them"));
    }
    routes.emplace_back(route);
  }
  return routes;
}

absl::Status ParseLimit(absl::string_view text, KeyLimits* limits) {
  const std::pair<absl::string_view, absl::string_view> item = absl::StrSplit(text, absl::MaxSplits('=', 1));
  const absl::string_view name = absl::StripAsciiWhitespace(item.first);
  const absl::string_view value = absl::StripAsciiWhitespace(item.second);
  if (name == "rpm") {
    FERRO_ASSIGN_OR_RETURN(limits->requests_per_minute, ParseCount(name, value));
  } else if (name == "concurrent") {
    FERRO_ASSIGN_OR_RETURN(limits->concurrent, ParseCount(name, value));
  } else if (name == "routes") {
    FERRO_ASSIGN_OR_RETURN(limits->routes, ParseRoutes(value));
  } else {
    // The name is not shown: it may be the rest of a key that has a blank inside.
    return absl::InvalidArgumentError("a limit is none of rpm, concurrent and routes");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<KeyEntry> ParseKeyEntry(absl::string_view entry, absl::string_view default_label) {
  KeyEntry parsed;
  parsed.label = std::string(default_label);
  if (const size_t colon = entry.find(": "); colon != absl::string_view::npos && IsLabel(entry.substr(0, colon))) {
    parsed.label = std::string(entry.substr(0, colon));
    entry = entry.substr(colon + 2);
  }
  entry = absl::StripAsciiWhitespace(entry);
  const size_t blank = entry.find_first_of(" \t");
  parsed.key = std::string(entry.substr(0, blank));
  if (!IsKey(parsed.key)) return WrongKey();
  if (blank == absl::string_view::npos) return parsed;
  const absl::string_view rest = absl::StripLeadingAsciiWhitespace(entry.substr(blank));
  if (rest[0] != ';') return WrongKey();
  for (const absl::string_view limit : absl::StrSplit(rest.substr(1), ';')) {
    FERRO_RETURN_IF_ERROR(ParseLimit(limit, &parsed.limits));
  }
  return parsed;
}

}  // namespace ferro::router
