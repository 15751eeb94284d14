// Decodes a chunked request body from untrusted bytes, piece by piece.
#ifndef FERRO_ROUTER_HTTP_CHUNKED_DECODER_H_
#define FERRO_ROUTER_HTTP_CHUNKED_DECODER_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "router/http/head_parser.h"
#include "router/http/limits.h"

namespace ferro::router {

// One body. Thread-compatible. Trailers are read and dropped.
class ChunkedDecoder {
 public:
  enum class Result { kMore, kDone, kFault };

  explicit ChunkedDecoder(const HttpLimits& limits) : limits_(limits) {}

  // Takes bytes from the front of `input`, appends body bytes to `body` and stores in `consumed` how many were taken
  // (all of them unless kDone). A chunk whose size would pass limits.body faults with 413 before any of it is stored.
  Result Decode(absl::string_view input, std::string* body, size_t* consumed);

  const HttpFault& fault() const { return fault_; }

 private:
  enum class State { kSize, kData, kDataEnd, kTrailer };

  Result Fail(int status, std::string message);
  // Ends one line of framing (size, chunk end, trailer); false = fault_ is set.
  bool TakeLine();

  const HttpLimits& limits_;
  HttpFault fault_;
  State state_ = State::kSize;
  std::string line_;
  uint64_t chunk_left_ = 0;
  uint64_t total_ = 0;
  size_t trailer_bytes_ = 0;
  bool done_ = false;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_CHUNKED_DECODER_H_
