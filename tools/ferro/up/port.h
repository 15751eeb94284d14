// The address that a stack will listen on.
#ifndef FERRO_TOOLS_FERRO_UP_PORT_H_
#define FERRO_TOOLS_FERRO_UP_PORT_H_

#include <string>

#include "absl/status/statusor.h"

namespace ferro {

// A port of `host` (a name or an address of this machine) that can be listened on now: `port` itself, or a free one for
// 0. Nothing is held: another program may take it before it is used.
// kAlreadyExists: taken; kInvalidArgument: no address of this machine, or a port below 0 or above 65535;
// kPermissionDenied: a low port that this user may not use. Messages name the remedy.
absl::StatusOr<int> FindPort(const std::string& host, int port);

// "http://127.0.0.1:8090": an address that a client on this machine can use, also where `host` means all of them.
std::string LocalUrl(const std::string& host, int port);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_UP_PORT_H_
