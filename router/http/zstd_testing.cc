#include "router/http/zstd_testing.h"

#include <zstd.h>

namespace ferro::router {

std::string Zstd(const std::string& text, int window_log) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  if (window_log > 0) {
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
    // Without a size in front the window is written as it is.
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  }
  std::string out(ZSTD_compressBound(text.size()), '\0');
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  if (window_log > 0) ZSTD_compressStream2(context, &to, &in, ZSTD_e_flush);
  ZSTD_compressStream2(context, &to, &in, ZSTD_e_end);
  out.resize(to.pos);
  ZSTD_freeCCtx(context);
  return out;
}

}  // namespace ferro::router
