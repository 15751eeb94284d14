// How a request body is compressed (RFC 9110 section 8.4).
#ifndef FERRO_ROUTER_HTTP_CONTENT_CODING_H_
#define FERRO_ROUTER_HTTP_CONTENT_CODING_H_

#include <optional>

#include "router/http/message.h"

namespace ferro::router {

enum class ContentCoding { kIdentity, kGzip, kDeflate, kZstd };

// What Content-Encoding says; nothing where it names another coding, or several.
std::optional<ContentCoding> ReadContentCoding(const Headers& headers);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_CONTENT_CODING_H_
