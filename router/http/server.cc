#include "router/http/server.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/strand.hpp>
#include <chrono>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/log.h"
#include "base/status_macros.h"

namespace ferro::router {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Local = asio::local::stream_protocol;
using boost::system::error_code;

// Longest path in sockaddr_un.
constexpr size_t kMaxUnixPath = 107;

absl::Status BindError(const std::string& address, const error_code& error) {
  if (error == asio::error::address_in_use) {
    return absl::FailedPreconditionError(
        absl::StrCat(address, " is taken by another process; choose another with --port or --host"));
  }
  return absl::FailedPreconditionError(absl::StrCat("cannot listen on ", address, ": ", error.message()));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Server>> Server::Listen(asio::io_context& io, const std::string& host, int port,
                                                       const HttpLimits& limits, Handler& handler) {
  std::unique_ptr<Server> server(new Server(io, limits, handler));
  absl::string_view path = host;
  if (absl::ConsumePrefix(&path, "unix:")) {
    FERRO_RETURN_IF_ERROR(server->ListenUnix(std::string(path)));
  } else {
    FERRO_RETURN_IF_ERROR(server->ListenTcp(host, port));
  }
  return server;
}

Server::~Server() {
  if (!unix_path_.empty()) unlink(unix_path_.c_str());
}

absl::Status Server::ListenTcp(const std::string& host, int port) {
  error_code error;
  tcp::endpoint endpoint;
  if (const auto address = asio::ip::make_address(host, error); !error) {
    endpoint = tcp::endpoint(address, static_cast<unsigned short>(port));
  } else {
    tcp::resolver resolver(io_);
    const auto found = resolver.resolve(host, absl::StrCat(port), tcp::resolver::passive, error);
    if (error || found.empty()) return absl::InvalidArgumentError(absl::StrCat("--host ", host, ": no such address"));
    endpoint = found.begin()->endpoint();
  }
  const std::string name = absl::StrCat(host, ":", port);
  tcp_.emplace(strand_);
  tcp_->open(endpoint.protocol(), error);
  if (!error) tcp_->set_option(tcp::acceptor::reuse_address(true), error);
  // `::` then takes IPv4 too.
  if (!error && endpoint.protocol() == tcp::v6()) tcp_->set_option(asio::ip::v6_only(false), error);
  if (!error) tcp_->bind(endpoint, error);
  if (!error) tcp_->listen(tcp::acceptor::max_listen_connections, error);
  if (error) return BindError(name, error);
  port_ = tcp_->local_endpoint().port();
  return absl::OkStatus();
}

absl::Status Server::ListenUnix(const std::string& path) {
  if (path.empty() || path.size() > kMaxUnixPath) {
    return absl::InvalidArgumentError(
        absl::StrCat("--host unix:", path, ": the path must have 1 to ", kMaxUnixPath, " bytes"));
  }
  error_code error;
  const Local::endpoint endpoint(path);
  // A socket file that nobody answers is left over from a process that was killed.
  Local::socket probe(io_);
  probe.connect(endpoint, error);
  if (!error) return BindError(path, asio::error::address_in_use);
  if (error == asio::error::connection_refused) unlink(path.c_str());
  unix_.emplace(strand_);
  unix_->open(endpoint.protocol(), error);
  if (!error) unix_->bind(endpoint, error);
  if (!error) unix_->listen(Local::acceptor::max_listen_connections, error);
  if (error) return BindError(path, error);
  unix_path_ = path;
  return absl::OkStatus();
}

void Server::Start() {
  asio::dispatch(strand_, [this] {
    if (tcp_) Accept(*tcp_);
    if (unix_) Accept(*unix_);
  });
}

template <class Acceptor>
void Server::Accept(Acceptor& acceptor) {
  acceptor.async_accept(asio::make_strand(io_), [this, &acceptor](error_code error, auto socket) {
    if (stopped_ || error == asio::error::operation_aborted) return;
    if (error) {
      // Out of descriptors: the pending connection stays in the backlog, and accepting again at once would spin.
      LogWarning("accept_failed", {{"error", error.message()}});
      retry_.expires_after(std::chrono::milliseconds(100));
      retry_.async_wait([this, &acceptor](error_code) {
        if (!stopped_) Accept(acceptor);
      });
      return;
    }
    std::string peer = "unix";
    bool count_peer = false;
    if constexpr (std::is_same_v<Acceptor, tcp::acceptor>) {
      error_code ignored;
      const auto address = socket.remote_endpoint(ignored).address();
      peer = address.to_string();
      count_peer = !address.is_loopback();
      socket.set_option(tcp::no_delay(true), ignored);
    }
    socket.non_blocking(true, error);
    if (!error) Serve(Connection::Socket(std::move(socket)), std::move(peer), count_peer);
    Accept(acceptor);
  });
}

void Server::Serve(Connection::Socket socket, std::string peer, bool count_peer) {
  const bool admitted = state_->Acquire(peer, count_peer);
  const auto connection = std::make_shared<Connection>(std::move(socket), state_, std::move(peer), count_peer);
  bool closed = false;
  {
    const std::lock_guard lock(mutex_);
    closed = closed_;
    connections_.push_back(connection);
    if (connections_.size() >= sweep_at_) {
      connections_.erase(std::remove_if(connections_.begin(), connections_.end(),
                                        [](const std::weak_ptr<Connection>& c) { return c.expired(); }),
                         connections_.end());
      sweep_at_ = std::max<size_t>(64, 2 * connections_.size());
    }
  }
  if (admitted) {
    connection->Start();
  } else {
    connection->Refuse(state_->handler.Fault(503, "too many connections (--max-conns, --max-conns-per-peer)"));
  }
  if (closed) connection->Close();
}

void Server::StopAccepting() {
  asio::dispatch(strand_, [this] {
    stopped_ = true;
    error_code ignored;
    retry_.cancel();
    if (tcp_) tcp_->close(ignored);
    if (unix_) unix_->close(ignored);
  });
}

void Server::CloseAll() {
  std::vector<std::weak_ptr<Connection>> connections;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    connections.swap(connections_);
  }
  for (const auto& weak : connections) {
    if (const auto connection = weak.lock()) connection->Close();
  }
}

}  // namespace ferro::router
