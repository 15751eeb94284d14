// Every bound that the HTTP side puts on clients. Defaults are those of the product's flags.
#ifndef FERRO_ROUTER_HTTP_LIMITS_H_
#define FERRO_ROUTER_HTTP_LIMITS_H_

#include <cstddef>
#include <cstdint>

#include "absl/time/time.h"

namespace ferro::router {

struct HttpLimits {
  // Bytes. A request line of 8 KiB is what proxies and peers agree on.
  size_t request_line = 8 << 10;
  size_t header_line = 16 << 10;
  size_t header_block = 32 << 10;
  size_t header_count = 100;
  uint64_t body = 64ull << 20;
  // All bodies that are held at one time.
  uint64_t inflight_bodies = 256ull << 20;
  // Bytes of following requests that a connection keeps while one is answered.
  size_t pipelined = 64 << 10;

  // From the first byte of a request to the end of its header block.
  absl::Duration header_timeout = absl::Seconds(10);
  // Longer than the usual 60 s of load balancers, so that they close first and never reuse a dying socket.
  absl::Duration keepalive_timeout = absl::Seconds(75);
  absl::Duration body_timeout = absl::Seconds(120);
  // A body slower than this, averaged after `body_grace`, is cut off.
  uint64_t body_bytes_per_second = 1024;
  absl::Duration body_grace = absl::Seconds(5);
  // The client takes no byte of a response for this long.
  absl::Duration write_timeout = absl::Seconds(60);
  absl::Duration linger_timeout = absl::Seconds(2);
  size_t linger_bytes = 1 << 20;

  int requests_per_connection = 1000;
  int connections = 1024;
  // Loopback and unix sockets are not counted by peer.
  int connections_per_peer = 128;
  // Response bytes queued on one connection beyond which its producer has to wait.
  size_t write_high_water = 256 << 10;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_LIMITS_H_
