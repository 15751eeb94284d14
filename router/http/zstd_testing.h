// zstd bodies for tests.
#ifndef FERRO_ROUTER_HTTP_ZSTD_TESTING_H_
#define FERRO_ROUTER_HTTP_ZSTD_TESTING_H_

#include <string>

namespace ferro::router {

// One frame with a checksum. `window_log`: base 2 logarithm of the window that the frame asks for; 0 = as much as the
// text needs, which the frame then tells in advance.
std::string Zstd(const std::string& text, int window_log = 0);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_ZSTD_TESTING_H_
