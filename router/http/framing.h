// What a request head says about the bytes after it: how the body ends and what happens to the connection.
#ifndef FERRO_ROUTER_HTTP_FRAMING_H_
#define FERRO_ROUTER_HTTP_FRAMING_H_

#include <cstdint>
#include <optional>

#include "router/http/head_parser.h"
#include "router/http/message.h"

namespace ferro::router {

struct Framing {
  bool chunked = false;
  // Declared bytes of the body; with `chunked` unknown and 0.
  uint64_t content_length = 0;
  bool keep_alive = true;
  // The client waits for `100 Continue` before it sends the body.
  bool expect_continue = false;
};

// Reads Host, Content-Length, Transfer-Encoding, Connection and Expect. The fault is set where two readers could
// disagree about the body's end (request smuggling), and where a header asks for what is not spoken here.
std::optional<HttpFault> ReadFraming(const RequestHead& head, Framing* framing);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_FRAMING_H_
