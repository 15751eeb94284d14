#include "router/http/trace_context.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "router/http/request_id.h"

namespace ferro::router {
namespace {

// What the standard asks everyone to be able to pass on; longer ones may be dropped.
constexpr size_t kMaxState = 512;
constexpr size_t kMaxMembers = 32;
constexpr size_t kMaxKeyOrValue = 256;
constexpr size_t kParentSize = 55;

bool IsLowerHex(absl::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

bool IsZero(absl::string_view text) { return text.find_first_not_of('0') == absl::string_view::npos; }

// Later versions may append to version 00's fields, never change them; ff is no version.
bool IsParent(absl::string_view text) {
  if (text.size() < kParentSize || text[2] != '-' || text[35] != '-' || text[52] != '-') return false;
  const absl::string_view version = text.substr(0, 2), trace = text.substr(3, 32), span = text.substr(36, 16);
  if (!IsLowerHex(version) || !IsLowerHex(trace) || !IsLowerHex(span) || !IsLowerHex(text.substr(53, 2))) return false;
  if (version == "ff" || IsZero(trace) || IsZero(span)) return false;
  return text.size() == kParentSize || (version != "00" && text[kParentSize] == '-');
}

// Of a later version only the fields and the flag that version 00 knows may go on, under its number.
std::string Passable(absl::string_view parent) {
  if (parent.substr(0, 2) == "00") return std::string(parent);
  const bool sampled = absl::string_view("13579bdf").find(parent[54]) != absl::string_view::npos;
  return absl::StrCat("00", parent.substr(2, 51), sampled ? "01" : "00");
}

bool IsKey(absl::string_view text) {
  const auto known = [](char c) {
    return absl::ascii_islower(static_cast<unsigned char>(c)) || absl::ascii_isdigit(static_cast<unsigned char>(c)) ||
           absl::string_view("_-*/@").find(c) != absl::string_view::npos;
  };
  return !text.empty() && text.size() <= kMaxKeyOrValue && absl::ascii_isalnum(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), known) && std::count(text.begin(), text.end(), '@') <= 1;
}

bool IsValue(absl::string_view text) {
  return !text.empty() && text.size() <= kMaxKeyOrValue && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != ',' && c != '='; });
}

// All tracestate headers as one list, or nothing where a member is not `key=value` or a key comes twice.
std::string ReadState(const Headers& headers) {
  std::vector<absl::string_view> members;
  std::vector<absl::string_view> keys;
  for (const Header& header : headers) {
    if (!absl::EqualsIgnoreCase(header.name, "tracestate")) continue;
    for (absl::string_view member : absl::StrSplit(header.value, ',')) {
      // Blanks before a value's end belong to it, blanks around members do not.
      member = absl::StripAsciiWhitespace(member);
      if (member.empty()) continue;
      const size_t equals = member.find('=');
      if (equals == absl::string_view::npos) return "";
      const absl::string_view key = member.substr(0, equals);
      if (!IsKey(key) || !IsValue(member.substr(equals + 1))) return "";
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) return "";
      keys.push_back(key);
      members.push_back(member);
      if (members.size() > kMaxMembers) return "";
    }
  }
  std::string state = absl::StrJoin(members, ",");
  return state.size() <= kMaxState ? state : "";
}

// The one header of that name; null where there is none, or several.
const std::string* OnlyHeader(const Headers& headers, absl::string_view name) {
  const std::string* found = nullptr;
  for (const Header& header : headers) {
    if (!absl::EqualsIgnoreCase(header.name, name)) continue;
    if (found != nullptr) return nullptr;
    found = &header.value;
  }
  return found;
}

}  // namespace

TraceContext ReadTraceContext(const Headers& headers) {
  const std::string* parent = OnlyHeader(headers, "traceparent");
  if (parent == nullptr || !IsParent(*parent)) {
    return {absl::StrCat("00-", RandomHex(32), "-", RandomHex(16), "-00"), ""};
  }
  return {Passable(*parent), ReadState(headers)};
}

}  // namespace ferro::router
