// HTTP messages as values: what a handler gets and what it gives back.
#ifndef FERRO_ROUTER_HTTP_MESSAGE_H_
#define FERRO_ROUTER_HTTP_MESSAGE_H_

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace ferro::router {

struct Header {
  std::string name;
  std::string value;
};
using Headers = std::vector<Header>;

// The first header of that name (case-insensitive), or null.
inline const std::string* FindHeader(const Headers& headers, absl::string_view name) {
  for (const Header& header : headers) {
    if (absl::EqualsIgnoreCase(header.name, name)) return &header.value;
  }
  return nullptr;
}
inline std::string HeaderOr(const Headers& headers, absl::string_view name, absl::string_view fallback = "") {
  const std::string* value = FindHeader(headers, name);
  return value != nullptr ? *value : std::string(fallback);
}

// Request line and header block, names and values as sent.
struct RequestHead {
  std::string method;
  std::string target;
  // The target without scheme, authority and query.
  std::string path;
  // After '?', without it.
  std::string query;
  // 0 or 1, of HTTP/1.x.
  int minor_version = 1;
  Headers headers;
};

struct Response {
  int status = 200;
  Headers headers;
  std::string body;
  // Closes the connection after this response.
  bool close = false;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_MESSAGE_H_
