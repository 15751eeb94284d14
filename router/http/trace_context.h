// W3C Trace Context: which trace a request belongs to.
#ifndef FERRO_ROUTER_HTTP_TRACE_CONTEXT_H_
#define FERRO_ROUTER_HTTP_TRACE_CONTEXT_H_

#include <string>

#include "router/http/message.h"

namespace ferro::router {

struct TraceContext {
  // 00-<32 hex>-<16 hex>-<2 hex> as it came; empty = none, or one that the standard calls invalid.
  std::string parent;
  // The vendors' part; empty without a valid parent.
  std::string state;

  // 32 hexadecimal digits; empty without a valid parent.
  std::string TraceId() const { return parent.empty() ? "" : parent.substr(3, 32); }
};

TraceContext ReadTraceContext(const Headers& headers);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_TRACE_CONTEXT_H_
