// Server-sent events as bytes.
#ifndef FERRO_ROUTER_API_SSE_H_
#define FERRO_ROUTER_API_SSE_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "router/http/message.h"

namespace ferro::router {

inline std::string SseEvent(const Json& data) { return absl::StrCat("data: ", DumpJson(data), "\n\n"); }
inline constexpr char kSseDone[] = "data: [DONE]\n\n";
// A comment; keeps proxies and clients from giving up while a prompt is computed.
inline constexpr char kSsePing[] = ":\n\n";

inline Headers SseHeaders() {
  return {{"Content-Type", "text/event-stream"},
          {"Cache-Control", "no-cache, no-transform"},
          // nginx would hold events back until its buffer is full.
          {"X-Accel-Buffering", "no"}};
}

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_SSE_H_
