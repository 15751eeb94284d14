// Where a service listens: `unix:/path` or `host:port`.
#ifndef FERRO_SERVICES_COMMON_LISTEN_ADDRESS_H_
#define FERRO_SERVICES_COMMON_LISTEN_ADDRESS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro {

struct ListenAddress {
  std::string unix_path;  // empty for TCP
  std::string host;       // without brackets
  int port = 0;           // 0 = any free one

  bool is_unix() const { return !unix_path.empty(); }
  // Nobody outside this machine can connect.
  bool is_local() const;
  // As gRPC takes it, with `actual_port`.
  std::string ToString(int actual_port) const;
};

// kInvalidArgument: neither form, a port beyond 65535, a path longer than a socket address holds (107 bytes).
absl::StatusOr<ListenAddress> ParseListenAddress(absl::string_view text);

// Removes the socket file that a killed process left. kFailedPrecondition: a process answers on it, or the file is no
// socket. Other codes as the file system gives them.
absl::Status RemoveStaleSocket(const std::string& path);

// Why nothing can listen there, for messages after a failed attempt: `address already in use`.
std::string WhyCannotListen(const ListenAddress& address);

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_LISTEN_ADDRESS_H_
