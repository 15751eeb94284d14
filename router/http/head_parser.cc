#include "router/http/head_parser.h"

#include <array>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace ferro::router {
namespace {

constexpr char kTlsHandshake = 0x16;  // the first byte of a client's first record; no method begins so

// RFC 9110 token characters: methods and header names.
bool IsToken(absl::string_view text) {
  static constexpr absl::string_view kMarks = "!#$%&'*+-.^_`|~";
  if (text.empty()) return false;
  for (const char c : text) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && !absl::StrContains(kMarks, c)) return false;
  }
  return true;
}

// Visible characters; bytes above 0x7f pass, since old clients send raw UTF-8 paths.
bool IsTarget(absl::string_view text) {
  for (const unsigned char c : text) {
    if (c <= ' ' || c == 0x7f) return false;
  }
  return !text.empty();
}

bool IsFieldValue(absl::string_view text) {
  for (const unsigned char c : text) {
    if ((c < ' ' && c != '\t') || c == 0x7f) return false;
  }
  return true;
}

}  // namespace

void HeadParser::Reset() {
  head_ = RequestHead();
  fault_ = HttpFault();
  have_request_line_ = false;
  line_start_ = scanned_ = block_start_ = 0;
}

HeadParser::Result HeadParser::Fail(int status, std::string message) {
  fault_ = {status, std::move(message)};
  return Result::kFault;
}

HeadParser::Result HeadParser::CheckUnfinishedLine(size_t length) {
  if (!have_request_line_) {
    if (length > limits_.request_line) {
      return Fail(414, absl::StrCat("request line longer than ", limits_.request_line, " bytes"));
    }
    return Result::kMore;
  }
  if (length > limits_.header_line) {
    return Fail(431, absl::StrCat("header line longer than ", limits_.header_line, " bytes"));
  }
  if (line_start_ - block_start_ + length > limits_.header_block) {
    return Fail(431, absl::StrCat("headers larger than ", limits_.header_block, " bytes"));
  }
  return Result::kMore;
}

HeadParser::Result HeadParser::Parse(absl::string_view buffer) {
  // A TLS record may hold no line end for long, and its sender waits for an answer.
  if (!have_request_line_ && buffer.size() > line_start_ && buffer[line_start_] == kTlsHandshake) {
    return Fail(400, "this looks like TLS; only http:// is spoken here, https:// takes a proxy in front");
  }
  while (true) {
    const size_t end = buffer.find('\n', scanned_);
    const size_t seen = end == absl::string_view::npos ? buffer.size() : end;
    scanned_ = seen;
    if (CheckUnfinishedLine(seen - line_start_) == Result::kFault) return Result::kFault;
    if (end == absl::string_view::npos) return Result::kMore;
    absl::string_view line = buffer.substr(line_start_, end - line_start_);
    absl::ConsumeSuffix(&line, "\r");
    line_start_ = scanned_ = end + 1;
    if (!have_request_line_) {
      // RFC 9112 2.2: empty lines before a request are skipped; the limit below keeps that finite.
      if (line.empty() && line_start_ <= 64) continue;
      if (!ParseRequestLine(line)) return Result::kFault;
      have_request_line_ = true;
      block_start_ = line_start_;
      continue;
    }
    if (line.empty()) return Result::kDone;
    if (!ParseHeaderLine(line)) return Result::kFault;
  }
}

bool HeadParser::ParseRequestLine(absl::string_view line) {
  const auto fail = [&](int status, absl::string_view message) {
    fault_ = {status, std::string(message)};
    return false;
  };
  const size_t first = line.find(' ');
  const size_t last = line.rfind(' ');
  if (first == absl::string_view::npos || first == last) return fail(400, "malformed request line");
  const absl::string_view method = line.substr(0, first);
  const absl::string_view target = line.substr(first + 1, last - first - 1);
  const absl::string_view version = line.substr(last + 1);
  if (!IsToken(method) || !IsTarget(target)) return fail(400, "malformed request line");
  if (method == "PRI" && version == "HTTP/2.0") return fail(0, "HTTP/2 preface");
  if (version == "HTTP/1.1") {
    head_.minor_version = 1;
  } else if (version == "HTTP/1.0") {
    head_.minor_version = 0;
  } else if (absl::StartsWith(version, "HTTP/")) {
    return fail(505, "only HTTP/1.0 and HTTP/1.1 are spoken here");
  } else {
    return fail(400, "malformed request line");
  }
  head_.method = std::string(method);
  head_.target = std::string(target);
  return ParseTarget();
}

bool HeadParser::ParseTarget() {
  absl::string_view rest = head_.target;
  for (const absl::string_view scheme : {"http://", "https://"}) {
    if (absl::StartsWithIgnoreCase(rest, scheme)) {
      rest.remove_prefix(scheme.size());
      const size_t slash = rest.find_first_of("/?");
      rest = slash == absl::string_view::npos ? absl::string_view("/") : rest.substr(slash);
      break;
    }
  }
  rest = rest.substr(0, rest.find('#'));
  const size_t question = rest.find('?');
  head_.path = std::string(rest.substr(0, question));
  if (question != absl::string_view::npos) head_.query = std::string(rest.substr(question + 1));
  if (head_.path.empty()) head_.path.assign(1, '/');
  if (head_.path[0] == '/' || (head_.path == "*" && head_.method == "OPTIONS")) return true;
  fault_ = {400, "the request target must be a path or an absolute URL"};
  return false;
}

bool HeadParser::ParseHeaderLine(absl::string_view line) {
  if (head_.headers.size() >= limits_.header_count) {
    fault_ = {431, absl::StrCat("more than ", limits_.header_count, " headers")};
    return false;
  }
  const size_t colon = line.find(':');
  const absl::string_view name = line.substr(0, colon);
  // Also catches a folded line (leading blank) and a blank before the colon.
  if (colon == absl::string_view::npos || !IsToken(name)) {
    fault_ = {400, "malformed header line"};
    return false;
  }
  const absl::string_view value = absl::StripAsciiWhitespace(line.substr(colon + 1));
  if (!IsFieldValue(line.substr(colon + 1))) {
    fault_ = {400, absl::StrCat("control character in header ", name)};
    return false;
  }
  head_.headers.push_back({std::string(name), std::string(value)});
  return true;
}

}  // namespace ferro::router
