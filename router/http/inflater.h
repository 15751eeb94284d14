// Undoes gzip and deflate.
#ifndef FERRO_ROUTER_HTTP_INFLATER_H_
#define FERRO_ROUTER_HTTP_INFLATER_H_

#include <functional>
#include <memory>
#include <optional>

#include "absl/strings/string_view.h"
#include "router/http/content_coding.h"
#include "router/http/head_parser.h"

namespace ferro::router {

// Inflates one body from untrusted bytes, piece by piece. Thread-compatible. Keeps 40 KiB beside what it gives out.
class Inflater {
 public:
  // Takes the next inflated bytes (at most 64 KiB a call); a fault stops inflating, and Append returns it.
  using Sink = std::function<std::optional<HttpFault>(absl::string_view bytes)>;

  // `coding` is kGzip (one member or several) or kDeflate (with zlib's header, or without as some clients send it).
  explicit Inflater(ContentCoding coding);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // 400: the bytes are not of that coding, or go on behind its end. After a fault call nothing more.
  std::optional<HttpFault> Append(absl::string_view bytes, const Sink& sink);
  // After the last byte. 400: the stream is cut. A body of no bytes at all is left to its reader.
  std::optional<HttpFault> Finish() const;

 private:
  struct Stream;  // keeps zlib out of this header

  // Begins at the first byte; false = zlib got no memory.
  bool Start(unsigned char first_byte);

  const ContentCoding coding_;
  std::unique_ptr<Stream> stream_;  // null before the first byte
  bool ended_ = false;              // a complete stream lies behind
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_INFLATER_H_
