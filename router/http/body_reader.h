// Turns the bytes behind a request head into the request's body: framing, coding, limits.
#ifndef FERRO_ROUTER_HTTP_BODY_READER_H_
#define FERRO_ROUTER_HTTP_BODY_READER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "router/http/chunked_decoder.h"
#include "router/http/content_coding.h"
#include "router/http/decompressor.h"
#include "router/http/framing.h"
#include "router/http/head_parser.h"
#include "router/http/limits.h"

namespace ferro::router {

// One body. Thread-compatible; `limits` and `inflight` outlive it.
class BodyReader {
 public:
  enum class Result { kMore, kDone, kFault };

  // `inflight` counts the bytes of all bodies that are held, and what undoing their codings takes; the share of this
  // one leaves it with the reader.
  BodyReader(const Framing& framing, ContentCoding coding, const HttpLimits& limits, std::atomic<uint64_t>& inflight);
  ~BodyReader() { inflight_ -= held_ + working_; }
  BodyReader(const BodyReader&) = delete;
  BodyReader& operator=(const BodyReader&) = delete;

  // Takes bytes from the front of `input`, appends what they mean to `body` and stores in `consumed` how many were
  // taken (all of them unless kDone). Faults: 413, the body is larger than limits.body, told before more is stored;
  // 503, all bodies together pass limits.inflight_bodies; 400, wrong framing or coding.
  Result Read(absl::string_view input, std::string* body, size_t* consumed);
  const HttpFault& fault() const { return *fault_; }

  // Bytes as sent, without chunk framing.
  uint64_t received() const { return received_; }

 private:
  // Takes the framing off: `framed` views `input` or, of a chunked body, `buffer`.
  Result Unframe(absl::string_view input, std::string* buffer, absl::string_view* framed, size_t* consumed);
  // What `input` means without its coding.
  std::optional<HttpFault> Decompress(absl::string_view input, bool last, std::string* body);
  // Counts `bytes` more, within the limit of all bodies.
  std::optional<HttpFault> Take(uint64_t bytes, uint64_t* share);
  // Appends body bytes, within the limits.
  std::optional<HttpFault> Store(absl::string_view bytes, std::string* body);
  Result Fail(HttpFault fault);

  const HttpLimits& limits_;
  std::atomic<uint64_t>& inflight_;
  const uint64_t content_length_;
  std::optional<ChunkedDecoder> chunks_;
  std::unique_ptr<Decompressor> decompressor_;  // null = the body is plain or complete
  uint64_t received_ = 0;
  // Shares of inflight_: body bytes, and the decompressor's memory.
  uint64_t held_ = 0;
  uint64_t working_ = 0;
  std::optional<HttpFault> fault_;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_BODY_READER_H_
