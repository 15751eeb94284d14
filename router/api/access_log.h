// One line per finished request.
#ifndef FERRO_ROUTER_API_ACCESS_LOG_H_
#define FERRO_ROUTER_API_ACCESS_LOG_H_

#include "router/http/exchange.h"

namespace ferro::router {

// At level info; probes and scrapes, which come every few seconds, at level debug.
void LogAccess(const AccessRecord& record);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_ACCESS_LOG_H_
