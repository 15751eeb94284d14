// The Exchange that a Connection hands to its Handler.
#ifndef FERRO_ROUTER_HTTP_CONNECTION_EXCHANGE_H_
#define FERRO_ROUTER_HTTP_CONNECTION_EXCHANGE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "router/http/connection.h"
#include "router/http/exchange.h"

namespace ferro::router {

class ConnectionExchange final : public Exchange {
 public:
  ConnectionExchange(std::shared_ptr<Connection> connection, std::shared_ptr<Request> request, uint64_t serial)
      : connection_(std::move(connection)), request_(std::move(request)), serial_(serial) {}
  ~ConnectionExchange() override;

  Request& request() override { return *request_; }
  WorkNote& note() override;
  boost::asio::any_io_executor executor() override;
  void Reply(Response response) override;
  void StartStream(Headers headers) override;
  void Write(std::string bytes, std::function<void()> writable) override;
  void EndStream() override;
  void OnCancel(std::function<void()> cancel) override;

 private:
  // Whether the connection still answers this request.
  bool Live() const;

  const std::shared_ptr<Connection> connection_;
  const std::shared_ptr<Request> request_;
  const uint64_t serial_;
  // Takes notes that come after the end.
  WorkNote late_note_;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_CONNECTION_EXCHANGE_H_
