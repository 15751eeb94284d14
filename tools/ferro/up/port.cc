#include "tools/ferro/up/port.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

absl::Status BindError(int error, const std::string& host, int port) {
  switch (error) {
    case EADDRINUSE:
      return absl::AlreadyExistsError(absl::StrCat("port ", port, " of ", host,
                                                   " is taken by another program; choose another with --port N, or let "
                                                   "--port 0 pick a free one"));
    case EACCES:
      return absl::PermissionDeniedError(
          absl::StrCat("port ", port, " may only be used by root; choose one above 1023 with --port N"));
    case EADDRNOTAVAIL:
      return absl::InvalidArgumentError(absl::StrCat("--host ", host, " is no address of this machine"));
    default:
      return absl::ErrnoToStatus(error, absl::StrCat("cannot use port ", port, " of ", host));
  }
}

}  // namespace

absl::StatusOr<int> FindPort(const std::string& host, int port) {
  if (port < 0 || port > 65535) return absl::InvalidArgumentError(absl::StrCat("--port ", port, " is not in 0..65535"));
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found); error != 0) {
    return absl::InvalidArgumentError(absl::StrCat("--host ", host, ": ", gai_strerror(error)));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, &freeaddrinfo);

  const int handle = socket(addresses->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (handle < 0) return absl::ErrnoToStatus(errno, "cannot open a socket");
  const auto close_handle = absl::MakeCleanup([handle] { close(handle); });
  const int on = 1;  // as the gateway does: connections that linger after a restart do not count
  setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(handle, addresses->ai_addr, addresses->ai_addrlen) != 0 || listen(handle, 1) != 0) {
    return BindError(errno, host, port);
  }
  sockaddr_storage bound = {};
  socklen_t size = sizeof bound;
  if (getsockname(handle, reinterpret_cast<sockaddr*>(&bound), &size) != 0) return absl::ErrnoToStatus(errno, host);
  const in_port_t network_port = bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&bound)->sin6_port
                                                             : reinterpret_cast<sockaddr_in*>(&bound)->sin_port;
  return ntohs(network_port);
}

std::string LocalUrl(const std::string& host, int port) {
  std::string reachable = host;
  if (host == "0.0.0.0") reachable = "127.0.0.1";
  if (host == "::") reachable = "::1";
  const bool is_ipv6 = reachable.find(':') != std::string::npos;
  return absl::StrCat("http://", is_ipv6 ? absl::StrCat("[", reachable, "]") : reachable, ":", port);
}

}  // namespace ferro
