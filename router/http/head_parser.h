// Reads the request line and header block from untrusted bytes, line by line, within HttpLimits.
//
// Stricter than common parsers where leniency makes two servers disagree about where a request ends (blank before a
// colon, folded lines, bare CR, NUL), and tolerant of a bare LF as line end.
#ifndef FERRO_ROUTER_HTTP_HEAD_PARSER_H_
#define FERRO_ROUTER_HTTP_HEAD_PARSER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "router/http/limits.h"
#include "router/http/message.h"

namespace ferro::router {

// A refusal by transport rules: always followed by closing the connection.
struct HttpFault {
  // 0 = close without an answer (the HTTP/2 preface: its sender would not understand one).
  int status = 400;
  std::string message;
};

// One request head. Thread-compatible. Feed the same growing buffer until the result is not kMore.
class HeadParser {
 public:
  enum class Result { kMore, kDone, kFault };

  explicit HeadParser(const HttpLimits& limits) : limits_(limits) {}

  // `buffer` starts at the first byte of the request and may only grow between calls. Each byte is looked at once.
  Result Parse(absl::string_view buffer);

  // After kDone: the head, and the bytes of `buffer` that it took.
  RequestHead& head() { return head_; }
  size_t consumed() const { return line_start_; }
  // After kFault.
  const HttpFault& fault() const { return fault_; }

  // Forgets everything, for the next request of the connection.
  void Reset();

 private:
  Result Fail(int status, std::string message);
  Result CheckUnfinishedLine(size_t length);
  bool ParseRequestLine(absl::string_view line);
  bool ParseTarget();
  bool ParseHeaderLine(absl::string_view line);

  const HttpLimits& limits_;
  RequestHead head_;
  HttpFault fault_;
  bool have_request_line_ = false;
  // Offsets into the buffer: start of the line that is being read, and where to look on for its end.
  size_t line_start_ = 0;
  size_t scanned_ = 0;
  // Where the header block starts, for its limit.
  size_t block_start_ = 0;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_HEAD_PARSER_H_
