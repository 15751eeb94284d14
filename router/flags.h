// The command line of ferro-gateway.
#ifndef FERRO_ROUTER_FLAGS_H_
#define FERRO_ROUTER_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "router/api/context.h"
#include "router/api/gateway.h"
#include "router/http/limits.h"

namespace ferro::router {

struct GatewayFlags {
  std::string host = "127.0.0.1";
  int port = 8090;
  int event_threads = 2;
  // gRPC targets; empty = that kind is not offered.
  std::string lm_target;
  std::string decide_target;
  std::string embed_target;
  HttpLimits limits;
  ApiOptions api;
  GatewayOptions gateway;
  std::vector<std::string> api_keys;
  std::string api_key_file;
  absl::Duration drain = absl::Seconds(30);
  bool json_log = false;
};

// Parses and validates. `exit_code` is set where the process should end at once, with the text for people already
// printed (--help, --version, a wrong flag).
absl::StatusOr<GatewayFlags> ParseFlags(int argc, const char* const* argv, int* exit_code);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_FLAGS_H_
