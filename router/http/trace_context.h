// W3C Trace Context: which trace a request belongs to.
#ifndef FERRO_ROUTER_HTTP_TRACE_CONTEXT_H_
#define FERRO_ROUTER_HTTP_TRACE_CONTEXT_H_

#include <string>

#include "router/http/message.h"

namespace ferro::router {

struct TraceContext {
  // 00-<32 hex: trace>-<16 hex: span>-<2 hex: flags>
  std::string parent;
  // The vendors' part: comma-separated key=value members; may be empty.
  std::string state;

  // 32 hexadecimal digits; empty for a request that was never read.
  std::string TraceId() const { return parent.empty() ? "" : parent.substr(3, 32); }
};

// The caller's context, unchanged, since the gateway records no span that could stand between. Where it sent none, or
// one that the standard calls invalid: a fresh root that is not sampled, for logs to share. An invalid tracestate is
// dropped alone.
TraceContext ReadTraceContext(const Headers& headers);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_TRACE_CONTEXT_H_
