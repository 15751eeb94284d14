#include "router/http/inflater.h"

// Makes zlib's input pointer one to const.
#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

#include "absl/strings/str_cat.h"

namespace ferro::router {
namespace {

constexpr size_t kPieceBytes = 64 << 10;
// What zlib says of inflate: a window of 32 KiB and 7 KiB of tables.
constexpr size_t kMemoryBytes = 40 << 10;
// zlib's codes for the container: the window's size, plus 16 for gzip, negative for none.
constexpr int kGzipWindow = 16 + MAX_WBITS;
constexpr int kZlibWindow = MAX_WBITS;
constexpr int kRawWindow = -MAX_WBITS;

const char* NameOf(ContentCoding coding) { return coding == ContentCoding::kGzip ? "gzip" : "deflate"; }

// The low half of zlib's first byte names its method, 8. No encoder begins a bare stream that way: it would be a
// stored block with a set padding bit.
bool HasZlibHeader(unsigned char first_byte) { return (first_byte & 0x0f) == Z_DEFLATED; }

}  // namespace

struct Inflater::Stream {
  ~Stream() { inflateEnd(&zlib); }
  z_stream zlib{};
};

Inflater::Inflater(ContentCoding coding) : coding_(coding) {}

Inflater::~Inflater() = default;

bool Inflater::Start(unsigned char first_byte) {
  auto stream = std::make_unique<Stream>();
  const int bare_or_zlib = HasZlibHeader(first_byte) ? kZlibWindow : kRawWindow;
  if (inflateInit2(&stream->zlib, coding_ == ContentCoding::kGzip ? kGzipWindow : bare_or_zlib) != Z_OK) return false;
  stream_ = std::move(stream);
  return true;
}

std::optional<HttpFault> Inflater::Append(absl::string_view bytes, const Sink& sink) {
  if (bytes.empty()) return std::nullopt;
  if (stream_ == nullptr && !Start(static_cast<unsigned char>(bytes[0]))) {
    return HttpFault{503, "no memory to inflate the request body"};
  }
  thread_local std::array<Bytef, kPieceBytes> piece;
  z_stream& zlib = stream_->zlib;
  while (true) {
    if (ended_ && !bytes.empty()) {
      // A gzip file may consist of several members; zlib's format has nothing behind its end.
      if (coding_ != ContentCoding::kGzip) return HttpFault{400, "the deflate body goes on behind its end"};
      inflateReset(&zlib);
      ended_ = false;
    }
    const size_t given = std::min<size_t>(bytes.size(), std::numeric_limits<uInt>::max());
    zlib.next_in = reinterpret_cast<const Bytef*>(bytes.data());
    zlib.avail_in = static_cast<uInt>(given);
    zlib.next_out = piece.data();
    zlib.avail_out = static_cast<uInt>(piece.size());
    const int result = inflate(&zlib, Z_NO_FLUSH);
    bytes.remove_prefix(given - zlib.avail_in);
    const size_t made = piece.size() - zlib.avail_out;
    if (made > 0) {
      if (auto fault = sink({reinterpret_cast<const char*>(piece.data()), made})) return fault;
    }
    switch (result) {
      case Z_STREAM_END:
        ended_ = true;
        if (bytes.empty()) return std::nullopt;
        break;
      case Z_OK:
        if (bytes.empty() && zlib.avail_out > 0) return std::nullopt;
        break;
      case Z_BUF_ERROR:
        // Everything is taken and given out; more input is needed.
        return std::nullopt;
      case Z_NEED_DICT:
        return HttpFault{400, "the deflate body needs a dictionary that was not agreed on"};
      case Z_MEM_ERROR:
        return HttpFault{503, "no memory to inflate the request body"};
      default:
        return HttpFault{400, absl::StrCat("the ", NameOf(coding_),
                                           " body is damaged: ", zlib.msg != nullptr ? zlib.msg : "unknown error")};
    }
  }
}

std::optional<HttpFault> Inflater::Finish() const {
  if (stream_ == nullptr || ended_) return std::nullopt;
  return HttpFault{400, absl::StrCat("the ", NameOf(coding_), " body is cut: its end is missing")};
}

size_t Inflater::memory() const { return stream_ == nullptr ? 0 : kMemoryBytes; }

}  // namespace ferro::router
