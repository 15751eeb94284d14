#include "router/http/zstd_decompressor.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <array>

#include "absl/strings/str_cat.h"

namespace ferro::router {
namespace {

constexpr size_t kPieceBytes = 64 << 10;
constexpr int kMaxWindowLog = 23;

HttpFault FaultOf(size_t result) {
  switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
      return {503, "no memory to decompress the request body"};
    case ZSTD_error_frameParameter_windowTooLarge:
      return {400, absl::StrCat("the zstd body needs a window of more than ", (1 << kMaxWindowLog) >> 20,
                                " MiB; compress it without --long and at most at level 19")};
    case ZSTD_error_dictionary_wrong:
      return {400, "the zstd body needs a dictionary that was not agreed on"};
    default:
      return {400, absl::StrCat("the zstd body is damaged: ", ZSTD_getErrorName(result))};
  }
}

}  // namespace

struct ZstdDecompressor::Stream {
  Stream() : zstd(ZSTD_createDStream()) {
    if (zstd != nullptr) ZSTD_DCtx_setParameter(zstd, ZSTD_d_windowLogMax, kMaxWindowLog);
  }
  ~Stream() { ZSTD_freeDStream(zstd); }

  ZSTD_DStream* const zstd;
};

ZstdDecompressor::ZstdDecompressor() = default;

ZstdDecompressor::~ZstdDecompressor() = default;

std::optional<HttpFault> ZstdDecompressor::Append(absl::string_view bytes, const Sink& sink) {
  if (bytes.empty()) return std::nullopt;
  if (stream_ == nullptr) stream_ = std::make_unique<Stream>();
  if (stream_->zstd == nullptr) return HttpFault{503, "no memory to decompress the request body"};
  thread_local std::array<char, kPieceBytes> piece;
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  while (true) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    const size_t result = ZSTD_decompressStream(stream_->zstd, &out, &in);
    if (ZSTD_isError(result)) return FaultOf(result);
    if (out.pos > 0) {
      if (auto fault = sink({piece.data(), out.pos})) return fault;
    }
    ended_ = result == 0;
    // A full piece may have left bytes behind.
    if (in.pos == in.size && (ended_ || out.pos < out.size)) return std::nullopt;
  }
}

std::optional<HttpFault> ZstdDecompressor::Finish() const {
  if (stream_ == nullptr || ended_) return std::nullopt;
  return HttpFault{400, "the zstd body is cut: its end is missing"};
}

size_t ZstdDecompressor::memory() const { return stream_ == nullptr ? 0 : ZSTD_sizeof_DStream(stream_->zstd); }

}  // namespace ferro::router
