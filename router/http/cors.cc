#include "router/http/cors.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
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

std::vector<absl::string_view> Listed(const CorsOptions& options) {
  std::vector<absl::string_view> items = absl::StrSplit(options.origins, ',', absl::SkipWhitespace());
  for (absl::string_view& item : items) item = absl::StripAsciiWhitespace(item);
  return items;
}

bool Allowed(const CorsOptions& options, const std::string& origin) {
  if (options.origins == "*") return true;
  for (const absl::string_view item : Listed(options)) {
    if (item == origin || (item == "localhost" && IsLocal(origin))) return true;
  }
  return false;
}

// Whether `authority`, host[:port] as in Host, is where `origin` comes from. Only proxies write a scheme's own port
// out.
bool IsAuthorityOf(absl::string_view authority, absl::string_view origin) {
  const size_t scheme = origin.find("://");
  if (authority.empty() || scheme == absl::string_view::npos) return false;
  const absl::string_view host = origin.substr(scheme + 3);
  const absl::string_view port = absl::EqualsIgnoreCase(origin.substr(0, scheme), "https") ? ":443" : ":80";
  return absl::EqualsIgnoreCase(authority, host) || absl::EqualsIgnoreCase(authority, absl::StrCat(host, port));
}

// `scheme://host[:port]` and nothing else, or the `null` of pages that have no origin.
bool MayBeOrigin(absl::string_view item) {
  const size_t scheme = item.find("://");
  if (scheme == absl::string_view::npos || scheme == 0) return item == "null";
  const absl::string_view host = item.substr(scheme + 3);
  return !host.empty() && host.find_first_of("/*? ") == absl::string_view::npos;
}

}  // namespace

absl::Status CheckCorsOptions(const CorsOptions& options) {
  if (options.origins == "*" || options.origins == "none") return absl::OkStatus();
  for (const absl::string_view item : Listed(options)) {
    if (item == "localhost" || MayBeOrigin(item)) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "--cors-origins: \"", item,
        "\" is no origin; give * or none alone, or localhost and origins such as https://app.example:3000, "
        "separated by commas"));
  }
  return absl::OkStatus();
}

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

bool PageMayAct(const CorsOptions& options, const RequestHead& request) {
  if (request.method == "GET" || request.method == "HEAD" || request.method == "OPTIONS") return true;
  const std::string* origin = FindHeader(request.headers, "origin");
  if (origin == nullptr || Allowed(options, *origin)) return true;
  // `none`: not a page, but the person at the browser or an extension that they gave the right to.
  const std::string site = HeaderOr(request.headers, "sec-fetch-site");
  if (site == "same-origin" || site == "none") return true;
  if (IsAuthorityOf(HeaderOr(request.headers, "host"), *origin)) return true;
  // Each proxy appends; the first is what the browser asked for.
  const std::string forwarded = HeaderOr(request.headers, "x-forwarded-host");
  return IsAuthorityOf(absl::StripAsciiWhitespace(forwarded.substr(0, forwarded.find(','))), *origin);
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
