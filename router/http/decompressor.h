// Undoes the coding of a request body.
#ifndef FERRO_ROUTER_HTTP_DECOMPRESSOR_H_
#define FERRO_ROUTER_HTTP_DECOMPRESSOR_H_

#include <cstddef>
#include <functional>
#include <optional>

#include "absl/strings/string_view.h"
#include "router/http/head_parser.h"

namespace ferro::router {

// One body, from untrusted bytes, piece by piece. Thread-compatible.
class Decompressor {
 public:
  // Takes the next plain bytes (at most 64 KiB a call); a fault stops the work, and Append returns it.
  using Sink = std::function<std::optional<HttpFault>(absl::string_view bytes)>;

  virtual ~Decompressor() = default;

  // 400: the bytes are not of the coding. 503: no memory. After a fault call nothing more.
  virtual std::optional<HttpFault> Append(absl::string_view bytes, const Sink& sink) = 0;
  // After the last byte. 400: the stream is cut. A body of no bytes at all is left to its reader.
  virtual std::optional<HttpFault> Finish() const = 0;
  // Bytes held now beside what was given out. May grow with each Append, up to a bound of the coding.
  virtual size_t memory() const = 0;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_DECOMPRESSOR_H_
