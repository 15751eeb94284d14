// Undoes zstd (RFC 8878).
#ifndef FERRO_ROUTER_HTTP_ZSTD_DECOMPRESSOR_H_
#define FERRO_ROUTER_HTTP_ZSTD_DECOMPRESSOR_H_

#include <memory>

#include "router/http/decompressor.h"

namespace ferro::router {

// Takes any number of frames, skippable ones too, without dictionaries and with windows of up to 8 MiB, which is what
// the RFC asks of every decoder. A window comes on top of some 100 KiB.
class ZstdDecompressor final : public Decompressor {
 public:
  ZstdDecompressor();
  ~ZstdDecompressor() override;
  ZstdDecompressor(const ZstdDecompressor&) = delete;
  ZstdDecompressor& operator=(const ZstdDecompressor&) = delete;

  std::optional<HttpFault> Append(absl::string_view bytes, const Sink& sink) override;
  std::optional<HttpFault> Finish() const override;
  size_t memory() const override;

 private:
  struct Stream;  // keeps libzstd out of this header

  std::unique_ptr<Stream> stream_;  // null before the first byte
  bool ended_ = false;              // a complete frame lies behind, and nothing of another
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_ZSTD_DECOMPRESSOR_H_
