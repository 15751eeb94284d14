#include "router/http/deflate_testing.h"

#define ZLIB_CONST
#include <zlib.h>

namespace ferro::router {
namespace {

// `window`: zlib's code for the container.
std::string Deflate(const std::string& text, int window) {
  z_stream zlib{};
  deflateInit2(&zlib, Z_BEST_COMPRESSION, Z_DEFLATED, window, /*memLevel=*/8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&zlib, text.size()), '\0');
  zlib.next_in = reinterpret_cast<const Bytef*>(text.data());
  zlib.avail_in = static_cast<uInt>(text.size());
  zlib.next_out = reinterpret_cast<Bytef*>(out.data());
  zlib.avail_out = static_cast<uInt>(out.size());
  deflate(&zlib, Z_FINISH);
  out.resize(zlib.total_out);
  deflateEnd(&zlib);
  return out;
}

}  // namespace

std::string Gzip(const std::string& text) { return Deflate(text, 16 + MAX_WBITS); }
std::string ZlibDeflate(const std::string& text) { return Deflate(text, MAX_WBITS); }
std::string RawDeflate(const std::string& text) { return Deflate(text, -MAX_WBITS); }

}  // namespace ferro::router
