// Listens on one address and keeps its connections.
#ifndef FERRO_ROUTER_HTTP_SERVER_H_
#define FERRO_ROUTER_HTTP_SERVER_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "router/http/connection.h"
#include "router/http/server_state.h"

namespace ferro::router {

// Thread-safe. The io_context and the handler outlive the server; destroy it only when the io_context has stopped.
class Server {
 public:
  // `host` is an address, a name, or `unix:/path`; port 0 picks a free one. Connections are accepted after Start.
  // kInvalidArgument: no such address. kFailedPrecondition: the address is taken or may not be bound.
  static absl::StatusOr<std::unique_ptr<Server>> Listen(boost::asio::io_context& io, const std::string& host, int port,
                                                        const HttpLimits& limits, Handler& handler);
  ~Server();

  void Start();
  // Takes no new connection; what is open goes on.
  void StopAccepting();
  // Cancels every request and closes every connection.
  void CloseAll();

  // The port in use; 0 for a unix socket.
  int port() const { return port_; }
  // Outlives the server as long as a connection does.
  const std::shared_ptr<ServerState>& state() { return state_; }

 private:
  Server(boost::asio::io_context& io, const HttpLimits& limits, Handler& handler)
      : io_(io),
        state_(std::make_shared<ServerState>(limits, handler)),
        strand_(boost::asio::make_strand(io)),
        retry_(strand_) {}

  absl::Status ListenTcp(const std::string& host, int port);
  absl::Status ListenUnix(const std::string& path);
  template <class Acceptor>
  void Accept(Acceptor& acceptor);
  void Serve(Connection::Socket socket, std::string peer, bool count_peer);

  boost::asio::io_context& io_;
  const std::shared_ptr<ServerState> state_;
  // Accepting happens here; exactly one of the acceptors is in use.
  boost::asio::strand<boost::asio::io_context::executor_type> strand_;
  std::optional<boost::asio::ip::tcp::acceptor> tcp_;
  std::optional<boost::asio::local::stream_protocol::acceptor> unix_;
  std::string unix_path_;
  boost::asio::steady_timer retry_;
  bool stopped_ = false;
  int port_ = 0;

  std::mutex mutex_;
  std::vector<std::weak_ptr<Connection>> connections_;  // guarded by mutex_; dead ones are swept as it grows
  size_t sweep_at_ = 64;                                // guarded by mutex_
  bool closed_ = false;                                 // guarded by mutex_; CloseAll was called
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_SERVER_H_
