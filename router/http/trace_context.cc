#include "router/http/trace_context.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

namespace ferro::router {
namespace {

// What the standard asks a vendor to be able to pass on.
constexpr size_t kMaxState = 512;

bool IsLowerHex(absl::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

bool IsZero(absl::string_view text) { return text.find_first_not_of('0') == absl::string_view::npos; }

// Later versions may append to version 00's fields, never change them; ff is no version.
bool IsParent(absl::string_view text) {
  if (text.size() < 55 || text[2] != '-' || text[35] != '-' || text[52] != '-') return false;
  const absl::string_view version = text.substr(0, 2), trace = text.substr(3, 32), span = text.substr(36, 16);
  if (!IsLowerHex(version) || !IsLowerHex(trace) || !IsLowerHex(span) || !IsLowerHex(text.substr(53, 2))) return false;
  if (version == "ff" || IsZero(trace) || IsZero(span)) return false;
  return text.size() == 55 || (version != "00" && text[55] == '-');
}

}  // namespace

TraceContext ReadTraceContext(const Headers& headers) {
  TraceContext context;
  const std::string parent(HeaderOr(headers, "traceparent"));
  if (!IsParent(parent)) return context;
  context.parent = parent.substr(0, 55);
  const std::string state(HeaderOr(headers, "tracestate"));
  const bool printable = std::all_of(state.begin(), state.end(),
                                     [](char c) { return absl::ascii_isprint(static_cast<unsigned char>(c)); });
  if (printable && state.size() <= kMaxState) context.state = state;
  return context;
}

}  // namespace ferro::router
