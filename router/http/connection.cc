// The life and the writing half of Connection.
#include "router/http/connection.h"

#include <sys/socket.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <utility>

#include "absl/time/clock.h"

namespace ferro::router {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

}  // namespace

Connection::Connection(Socket socket, std::shared_ptr<ServerState> server, std::string peer, bool count_peer)
    : socket_(std::move(socket)),
      server_(std::move(server)),
      peer_(std::move(peer)),
      count_peer_(count_peer),
      parser_(server_->limits),
      timer_(socket_.get_executor()),
      write_timer_(socket_.get_executor()) {}

Connection::~Connection() {
  if (counted_) server_->Release(peer_, count_peer_);
}

void Connection::Start() {
  counted_ = true;
  asio::dispatch(socket_.get_executor(), [self = shared_from_this()] { self->BeginRequest(); });
}

void Connection::Refuse(Response response) {
  asio::dispatch(socket_.get_executor(), [self = shared_from_this(), response = std::move(response)]() mutable {
    self->keep_alive_ = false;
    self->state_ = State::kRunning;
    self->SendWhole(std::move(response));
  });
}

void Connection::Close() {
  asio::dispatch(socket_.get_executor(), [self = shared_from_this()] {
    if (self->state_ == State::kRunning && self->answer_complete_) {
      // Its last bytes are under way.
      self->keep_alive_ = false;
      return;
    }
    if (self->state_ == State::kRunning) return self->OnClientGone();
    self->Shut();
  });
}

ResponseContext Connection::Context() const {
  ResponseContext context;
  context.keep_alive = keep_alive_;
  context.common = common_;
  if (request_) {
    context.head_only = request_->head.method == "HEAD";
    context.minor_version = request_->head.minor_version;
    context.request_id = request_->request_id;
  }
  return context;
}

void Connection::SendWhole(Response response) {
  keep_alive_ = keep_alive_ && !response.close && !server_->draining;
  ClearDeadline();
  GiveBackPlace();
  Queue(WriteResponse(response, Context()));
  FinishRequest(response.status);
}

void Connection::StartStream(Headers headers) {
  // Without chunks only the end of the connection can end the body.
  keep_alive_ = keep_alive_ && request_->head.minor_version != 0;
  streaming_ = true;
  Queue(WriteStreamHead(headers, Context()));
}

void Connection::WriteStream(absl::string_view bytes, std::function<void()> writable) {
  if (writable) writable_.push_back(std::move(writable));
  Queue(request_->head.minor_version == 0 ? std::string(bytes) : WriteChunk(bytes));
}

void Connection::EndStream() {
  GiveBackPlace();
  if (request_->head.minor_version != 0) Queue(kLastChunk);
  FinishRequest(200);
}

void Connection::OnAbandoned() {
  if (!streaming_) return SendWhole(server_->handler.Fault(500, "the request got no answer"));
  // The status is sent; a missing last chunk tells the client that the body is cut.
  keep_alive_ = false;
  FinishRequest(500);
}

void Connection::GiveBackPlace() {
  if (request_) request_->lease = nullptr;
}

void Connection::FinishRequest(int status) {
  answer_complete_ = true;
  writable_.clear();
  const std::function<void()> cancel = std::exchange(cancel_, nullptr);
  const uint64_t bytes_in = body_ ? body_->received() : 0;
  body_.reset();
  if (active_) {
    active_ = false;
    --server_->active_requests;
    request_->body = std::string();
    GiveBackPlace();
    AccessRecord record;
    record.request = request_.get();
    record.note = note_;
    record.status = status;
    record.bytes_in = bytes_in;
    record.bytes_out = bytes_out_;
    record.total = absl::Now() - request_->arrival;
    server_->handler.OnFinished(record);
  }
  if (status == 499 && cancel) cancel();
  Flush();
}

void Connection::Queue(std::string bytes) {
  if (state_ == State::kClosed) return;
  bytes_out_ += bytes.size();
  if (out_.empty()) {
    out_ = std::move(bytes);
  } else {
    out_ += bytes;
  }
  Flush();
}

void Connection::Flush() {
  if (waiting_to_write_ || state_ == State::kClosed) return;
  while (out_offset_ < out_.size()) {
    error_code error;
    out_offset_ += socket_.write_some(asio::buffer(out_.data() + out_offset_, out_.size() - out_offset_), error);
    if (error == asio::error::would_block || error == asio::error::try_again) {
      waiting_to_write_ = true;
      write_timer_.expires_after(absl::ToChronoNanoseconds(server_->limits.write_timeout));
      write_timer_.async_wait([self = weak_from_this()](error_code timer_error) {
        const auto connection = self.lock();
        if (!timer_error && connection && connection->waiting_to_write_) connection->OnClientGone();
      });
      socket_.async_wait(Socket::wait_write, [self = shared_from_this()](error_code wait_error) {
        self->waiting_to_write_ = false;
        self->write_timer_.cancel();
        if (!wait_error) self->Flush();
      });
      break;
    }
    if (error) {
      // Not from inside a handler's call: it may still use the exchange.
      asio::post(socket_.get_executor(), [self = shared_from_this()] { self->OnClientGone(); });
      return;
    }
  }
  if (out_offset_ == out_.size()) {
    out_.clear();
    out_offset_ = 0;
  } else if (out_offset_ > server_->limits.write_high_water) {
    out_.erase(0, out_offset_);
    out_offset_ = 0;
  }
  if (out_.size() - out_offset_ < server_->limits.write_high_water) {
    for (std::function<void()>& writable : std::exchange(writable_, {})) {
      asio::post(socket_.get_executor(), std::move(writable));
    }
  }
  if (out_.empty() && answer_complete_ && state_ == State::kRunning) {
    asio::post(socket_.get_executor(), [self = shared_from_this(), serial = serial_] {
      if (self->serial_ == serial) self->AfterFlush();
    });
  }
}

void Connection::AfterFlush() {
  if (state_ != State::kRunning || !answer_complete_) return;
  if (keep_alive_ && !end_of_input_) return BeginRequest();
  Linger();
}

void Connection::OnClientGone() {
  if (state_ == State::kClosed) return;
  if (state_ == State::kRunning && !answer_complete_) FinishRequest(499);
  Shut();
}

void Connection::Linger() {
  error_code ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
  if (end_of_input_) return Shut();
  state_ = State::kLinger;
  lingered_ = 0;
  SetDeadline(absl::Now() + server_->limits.linger_timeout);
  ProcessInput();
}

void Connection::Shut() {
  if (state_ == State::kClosed) return;
  state_ = State::kClosed;
  if (active_) {
    // A request that left before it was complete: nothing was promised, nothing is logged.
    active_ = false;
    --server_->active_requests;
    GiveBackPlace();
  }
  body_.reset();
  ClearDeadline();
  write_timer_.cancel();
  error_code ignored;
  socket_.close(ignored);
  cancel_ = nullptr;
  writable_.clear();
}

}  // namespace ferro::router
