#include "router/http/response_writer.h"

#include <boost/beast/http/status.hpp>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/version.h"

namespace ferro::router {
namespace {

absl::string_view Reason(int status) {
  const auto reason = boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
  return {reason.data(), reason.size()};
}

std::string WriteHead(int status, const Headers& headers, const ResponseContext& context) {
  std::string out = absl::StrCat("HTTP/1.1 ", status, " ", Reason(status), "\r\n");
  const auto add = [&](absl::string_view name, absl::string_view value) {
    absl::StrAppend(&out, name, ": ", value, "\r\n");
  };
  add("Date", absl::FormatTime("%a, %d %b %Y %H:%M:%S GMT", absl::Now(), absl::UTCTimeZone()));
  add("Server", absl::StrCat("ferro/", kVersion));
  if (!context.request_id.empty()) add("X-Request-Id", context.request_id);
  for (const Header& header : headers) add(header.name, header.value);
  for (const Header& header : context.common) add(header.name, header.value);
  return out;
}

}  // namespace

std::string WriteResponse(const Response& response, const ResponseContext& context) {
  std::string out = WriteHead(response.status, response.headers, context);
  // RFC 9110: a 204 has neither body nor length.
  if (response.status != 204) absl::StrAppend(&out, "Content-Length: ", response.body.size(), "\r\n");
  if (!context.keep_alive) {
    absl::StrAppend(&out, "Connection: close\r\n");
  } else if (context.minor_version == 0) {
    absl::StrAppend(&out, "Connection: keep-alive\r\n");
  }
  absl::StrAppend(&out, "\r\n");
  if (!context.head_only && response.status != 204) out += response.body;
  return out;
}

std::string WriteStreamHead(const Headers& headers, const ResponseContext& context) {
  std::string out = WriteHead(200, headers, context);
  absl::StrAppend(&out, context.keep_alive ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
  if (context.minor_version != 0) absl::StrAppend(&out, "Transfer-Encoding: chunked\r\n");
  return absl::StrCat(out, "\r\n");
}

std::string WriteChunk(absl::string_view bytes) {
  if (bytes.empty()) return "";
  return absl::StrCat(absl::Hex(bytes.size()), "\r\n", bytes, "\r\n");
}

}  // namespace ferro::router
