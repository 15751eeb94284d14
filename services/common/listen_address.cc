#include "services/common/listen_address.h"

#include <netdb.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace ferro {
namespace {

constexpr size_t kMaxUnixPath = sizeof(sockaddr_un::sun_path) - 1;

sockaddr_un UnixAddress(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), std::min(path.size(), kMaxUnixPath));
  return address;
}

// errno of an attempt to bind; 0 = it works.
int TryBind(int family, const sockaddr* address, socklen_t size) {
  const int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return errno;
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  int error = bind(fd, address, size) == 0 ? 0 : errno;
  if (error == 0 && family != AF_UNIX && listen(fd, 1) != 0) error = errno;
  close(fd);
  return error;
}

}  // namespace

bool ListenAddress::is_local() const {
  return is_unix() || host == "localhost" || host == "::1" || absl::StartsWith(host, "127.");
}

std::string ListenAddress::ToString(int actual_port) const {
  if (is_unix()) return absl::StrCat("unix:", unix_path);
  const bool brackets = absl::StrContains(host, ':');
  return absl::StrCat(brackets ? "[" : "", host, brackets ? "]" : "", ":", actual_port);
}

absl::StatusOr<ListenAddress> ParseListenAddress(absl::string_view text) {
  ListenAddress address;
  absl::string_view rest = text;
  if (absl::ConsumePrefix(&rest, "unix:")) {
    if (rest.empty()) return absl::InvalidArgumentError("--listen unix: needs a path after the colon");
    if (rest.size() > kMaxUnixPath) {
      return absl::InvalidArgumentError(absl::StrCat("--listen ", text, ": the path has ", rest.size(),
                                                     " bytes; a socket's path has at most ", kMaxUnixPath));
    }
    address.unix_path = std::string(rest);
    return address;
  }
  const size_t colon = rest.rfind(':');
  if (colon == absl::string_view::npos || colon == 0 || !absl::SimpleAtoi(rest.substr(colon + 1), &address.port) ||
      address.port < 0 || address.port > 65535) {
    return absl::InvalidArgumentError(
        absl::StrCat("--listen ", text, ": expected unix:/path or host:port, for instance 127.0.0.1:50051"));
  }
  absl::string_view host = rest.substr(0, colon);
  if (absl::ConsumePrefix(&host, "[")) absl::ConsumeSuffix(&host, "]");
  address.host = std::string(host);
  return address;
}

absl::Status RemoveStaleSocket(const std::string& path) {
  struct stat info;
  if (lstat(path.c_str(), &info) != 0) return absl::OkStatus();  // absent; other troubles show when binding
  if (!S_ISSOCK(info.st_mode)) {
    return absl::FailedPreconditionError(absl::StrCat(path, " exists and is no socket; choose another --listen path"));
  }
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return absl::ErrnoToStatus(errno, path);
  const sockaddr_un address = UnixAddress(path);
  const bool answers = connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  close(fd);
  if (answers) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot listen on unix:", path, ": another process listens there already"));
  }
  if (unlink(path.c_str()) != 0) return absl::ErrnoToStatus(errno, absl::StrCat("cannot remove the old ", path));
  return absl::OkStatus();
}

std::string WhyCannotListen(const ListenAddress& address) {
  int error = 0;
  if (address.is_unix()) {
    const sockaddr_un unix_address = UnixAddress(address.unix_path);
    error = TryBind(AF_UNIX, reinterpret_cast<const sockaddr*>(&unix_address), sizeof(unix_address));
    if (error == 0) unlink(address.unix_path.c_str());
  } else {
    addrinfo hints = {};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE;
    addrinfo* found = nullptr;
    const int failure = getaddrinfo(address.host.c_str(), absl::StrCat(address.port).c_str(), &hints, &found);
    if (failure != 0) return gai_strerror(failure);
    error = TryBind(found->ai_family, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
  }
  return error == 0 ? "the address cannot be bound" : std::strerror(error);
}

}  // namespace ferro
