// Compressed bodies for tests.
#ifndef FERRO_ROUTER_HTTP_DEFLATE_TESTING_H_
#define FERRO_ROUTER_HTTP_DEFLATE_TESTING_H_

#include <string>

namespace ferro::router {

std::string Gzip(const std::string& text);
// Deflate with zlib's header and checksum, as the standard has it.
std::string ZlibDeflate(const std::string& text);
// Deflate alone, as some clients send it.
std::string RawDeflate(const std::string& text);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_DEFLATE_TESTING_H_
