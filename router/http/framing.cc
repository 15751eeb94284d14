#include "router/http/framing.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace ferro::router {
namespace {

// JSON's exact integers end here, and no body comes near.
constexpr uint64_t kMaxContentLength = 1ull << 53;

bool ParseContentLength(const std::string& text, uint64_t* length) {
  if (text.empty() || text.size() > 16) return false;
  for (const unsigned char c : text) {
    if (!absl::ascii_isdigit(c)) return false;
  }
  return absl::SimpleAtoi(text, length) && *length <= kMaxContentLength;
}

bool HasOption(const RequestHead& head, absl::string_view option) {
  for (const Header& header : head.headers) {
    if (!absl::EqualsIgnoreCase(header.name, "connection")) continue;
    for (const absl::string_view item : absl::StrSplit(header.value, ',')) {
      if (absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(item), option)) return true;
    }
  }
  return false;
}

}  // namespace

std::optional<HttpFault> ReadFraming(const RequestHead& head, Framing* framing) {
  int hosts = 0;
  int lengths = 0;
  std::vector<std::string> codings;
  for (const Header& header : head.headers) {
    if (absl::EqualsIgnoreCase(header.name, "host")) ++hosts;
    if (absl::EqualsIgnoreCase(header.name, "content-length")) {
      uint64_t length = 0;
      if (!ParseContentLength(header.value, &length))
        return HttpFault{400, "Content-Length is not a number of at most 2^53"};
      if (lengths++ > 0 && length != framing->content_length) return HttpFault{400, "two Content-Length values"};
      framing->content_length = length;
    }
    if (absl::EqualsIgnoreCase(header.name, "transfer-encoding")) {
      for (const absl::string_view item : absl::StrSplit(header.value, ',')) {
        codings.push_back(absl::AsciiStrToLower(absl::StripAsciiWhitespace(item)));
      }
    }
  }
  if (head.minor_version == 1 && hosts != 1) {
    return HttpFault{400, hosts == 0 ? "Host is missing" : "more than one Host"};
  }
  if (!codings.empty()) {
    if (lengths > 0) return HttpFault{400, "both Content-Length and Transfer-Encoding"};
    if (head.minor_version == 0) return HttpFault{400, "Transfer-Encoding in an HTTP/1.0 request"};
    if (codings != std::vector<std::string>{"chunked"}) {
      return HttpFault{501, "only the transfer coding chunked is understood"};
    }
    framing->chunked = true;
  }
  framing->keep_alive = head.minor_version == 1 ? !HasOption(head, "close") : HasOption(head, "keep-alive");
  if (const std::string* expect = FindHeader(head.headers, "expect"); expect != nullptr && head.minor_version == 1) {
    if (!absl::EqualsIgnoreCase(*expect, "100-continue")) return HttpFault{417, "only Expect: 100-continue is met"};
    framing->expect_continue = true;
  }
  return std::nullopt;
}

}  // namespace ferro::router
