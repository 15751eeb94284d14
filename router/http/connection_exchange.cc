#include "router/http/connection_exchange.h"

#include <boost/asio/dispatch.hpp>
#include <utility>

namespace ferro::router {

bool ConnectionExchange::Live() const {
  return connection_->serial_ == serial_ && connection_->state_ == Connection::State::kRunning &&
         !connection_->answer_complete_;
}

ConnectionExchange::~ConnectionExchange() {
  // The last reference may go on any thread.
  boost::asio::dispatch(connection_->socket_.get_executor(), [connection = connection_, serial = serial_] {
    const bool live = connection->serial_ == serial && connection->state_ == Connection::State::kRunning &&
                      !connection->answer_complete_;
    if (live) connection->OnAbandoned();
  });
}

WorkNote& ConnectionExchange::note() { return Live() ? connection_->note_ : late_note_; }

boost::asio::any_io_executor ConnectionExchange::executor() { return connection_->socket_.get_executor(); }

void ConnectionExchange::Reply(Response response) {
  if (Live()) connection_->SendWhole(std::move(response));
}

void ConnectionExchange::StartStream(Headers headers) {
  if (Live()) connection_->StartStream(std::move(headers));
}

void ConnectionExchange::Write(std::string bytes, std::function<void()> writable) {
  if (Live()) connection_->WriteStream(bytes, std::move(writable));
}

void ConnectionExchange::EndStream() {
  if (Live()) connection_->EndStream();
}

void ConnectionExchange::OnCancel(std::function<void()> cancel) {
  if (Live()) connection_->cancel_ = std::move(cancel);
}

}  // namespace ferro::router
