// The text formats that /metrics speaks, and which of them a scraper wants.
#ifndef FERRO_ROUTER_METRICS_EXPOSITION_FORMAT_H_
#define FERRO_ROUTER_METRICS_EXPOSITION_FORMAT_H_

#include "absl/strings/string_view.h"

namespace ferro::router {

enum class ExpositionFormat {
  kText,         // Prometheus text 0.0.4
  kOpenMetrics,  // OpenMetrics text 1.0.0
};

// By an Accept header (RFC 9110 section 12.5.1): OpenMetrics where it is named, in version 1.0.0 or without a version,
// and with no lower weight than plain text. Everything else, also a header that makes no sense, gets plain text.
ExpositionFormat ChooseFormat(absl::string_view accept);

const char* ContentType(ExpositionFormat format);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_METRICS_EXPOSITION_FORMAT_H_
