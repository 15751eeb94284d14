#include "router/http/cors.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace ferro::router {
namespace {

// The host of `scheme://host[:port]`, brackets of IPv6 kept.
absl::string_view HostOf(absl::string_view origin) {
  const size_t scheme = origin.find("://");
  if (scheme == absl::string_view::npos) return "";
  origin.remove_prefix(scheme + 3);
  if (absl::StartsWith(origin, "[")) return origin.substr(0, origin.find(']') + 1);
  return origin.substr(0, origin.find(':'));
}

bool IsLocal(absl::string_view origin) {
  const absl::string_view host = HostOf(origin);
  return absl::EqualsIgnoreCase(host, "localhost") || host == "127.0.0.1" || host == "[::1]";
}

bool IsListed(absl::string_view origins, absl::string_view origin) {
  for (const absl::string_view item : absl::StrSplit(origins, ',')) {
    if (absl::StripAsciiWhitespace(item) == origin) return true;
  }
  return false;
}

bool Allowed(const CorsOptions& options, const std::string& origin) {
  if (options.origins == "*") return true;
  return options.origins == "localhost" ? IsLocal(origin) : IsListed(options.origins, origin);
}

}  // namespace

Headers CorsHeaders(const CorsOptions& options, const RequestHead& request) {
  Headers headers;
  const std::string* origin = FindHeader(request.headers, "origin");
  const bool any = options.origins == "*" && !options.credentials;
  if (!any) headers.push_back({"Vary", "Origin"});
  if (any) {
    headers.push_back({"Access-Control-Allow-Origin", "*"});
  } else if (origin != nullptr && Allowed(options, *origin)) {
    headers.push_back({"Access-Control-Allow-Origin", *origin});
    if (options.credentials) headers.push_back({"Access-Control-Allow-Credentials", "true"});
  } else {
    return headers;
  }
  headers.push_back({"Access-Control-Expose-Headers", "X-Request-Id, Retry-After"});
  return headers;
}

Headers PreflightHeaders(const CorsOptions& options, const RequestHead& request) {
  const std::string* origin = FindHeader(request.headers, "origin");
  if (FindHeader(request.headers, "access-control-request-method") == nullptr) return {};
  if (origin == nullptr || !Allowed(options, *origin)) return {};
  std::string allowed = options.headers;
  if (allowed == "*") {
    const std::string* asked = FindHeader(request.headers, "access-control-request-headers");
    // Browsers do not let `*` cover Authorization, and with credentials it is a plain name.
    allowed = options.credentials && asked != nullptr ? *asked : "*, Authorization, X-Api-Key";
  }
  return {{"Access-Control-Allow-Methods", options.methods},
          {"Access-Control-Allow-Headers", allowed},
          {"Access-Control-Max-Age", "600"}};
}

}  // namespace ferro::router
