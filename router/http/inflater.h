// Undoes gzip and deflate.
#ifndef FERRO_ROUTER_HTTP_INFLATER_H_
#define FERRO_ROUTER_HTTP_INFLATER_H_

#include <memory>

#include "router/http/content_coding.h"
#include "router/http/decompressor.h"

namespace ferro::router {

class Inflater final : public Decompressor {
 public:
  // `coding` is kGzip (one member or several) or kDeflate (with zlib's header, or without as some clients send it).
  explicit Inflater(ContentCoding coding);
  ~Inflater() override;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // 400 also where bytes go on behind the coding's end.
  std::optional<HttpFault> Append(absl::string_view bytes, const Sink& sink) override;
  std::optional<HttpFault> Finish() const override;
  size_t memory() const override;

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
