// What the connections of one server share.
#ifndef FERRO_ROUTER_HTTP_SERVER_STATE_H_
#define FERRO_ROUTER_HTTP_SERVER_STATE_H_

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

#include "router/http/exchange.h"
#include "router/http/limits.h"

namespace ferro::router {

// Thread-safe. The handler is called only while the event loop runs.
class ServerState {
 public:
  ServerState(const HttpLimits& limits, Handler& handler) : limits(limits), handler(handler) {}

  // Whether one more connection of `peer` may be served; true counts it until Release.
  bool Acquire(const std::string& peer, bool count_peer);
  void Release(const std::string& peer, bool count_peer);
  int connections() const { return connections_; }

  const HttpLimits limits;
  Handler& handler;
  // Bytes of request bodies that are held.
  std::atomic<uint64_t> inflight_bodies{0};
  // Requests between head and end of the answer.
  std::atomic<int> active_requests{0};
  // No request is taken on a kept connection any more.
  std::atomic<bool> draining{false};

 private:
  std::atomic<int> connections_{0};
  std::mutex mutex_;
  std::unordered_map<std::string, int> by_peer_;  // guarded by mutex_
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_SERVER_STATE_H_
