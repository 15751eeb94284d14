// Responses as bytes.
#ifndef FERRO_ROUTER_HTTP_RESPONSE_WRITER_H_
#define FERRO_ROUTER_HTTP_RESPONSE_WRITER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "router/http/message.h"

namespace ferro::router {

// What the connection knows and the handler does not.
struct ResponseContext {
  bool head_only = false;
  bool keep_alive = true;
  // 0 = the client speaks HTTP/1.0: it is told `keep-alive`, and gets no chunks.
  int minor_version = 1;
  std::string request_id;
  Headers common;
};

// A complete response: status line, headers with Date, Server, X-Request-Id, Content-Length and Connection, body.
std::string WriteResponse(const Response& response, const ResponseContext& context);

// The head of a streamed 200. Chunked, or with HTTP/1.0 ended by closing.
std::string WriteStreamHead(const Headers& headers, const ResponseContext& context);

// `bytes` as one chunk; empty bytes give no chunk, since an empty chunk ends the body.
std::string WriteChunk(absl::string_view bytes);
inline constexpr char kLastChunk[] = "0\r\n\r\n";

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_RESPONSE_WRITER_H_
