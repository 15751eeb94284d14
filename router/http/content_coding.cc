#include "router/http/content_coding.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace ferro::router {

std::optional<ContentCoding> ReadContentCoding(const Headers& headers) {
  std::optional<ContentCoding> coding = ContentCoding::kIdentity;
  for (const Header& header : headers) {
    if (!absl::EqualsIgnoreCase(header.name, "content-encoding")) continue;
    const std::string name = absl::AsciiStrToLower(absl::StripAsciiWhitespace(header.value));
    if (name.empty() || name == "identity") continue;
    if (coding != ContentCoding::kIdentity) return std::nullopt;
    if (name == "gzip" || name == "x-gzip") {
      coding = ContentCoding::kGzip;
    } else if (name == "deflate") {
      coding = ContentCoding::kDeflate;
    } else if (name == "zstd") {
      coding = ContentCoding::kZstd;
    } else {
      return std::nullopt;
    }
  }
  return coding;
}

}  // namespace ferro::router
