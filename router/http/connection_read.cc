// The reading half of Connection: heads, bodies, time-outs.
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "router/http/connection.h"
#include "router/http/connection_exchange.h"
#include "router/http/request_id.h"

namespace ferro::router {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr size_t kReadBytes = 64 << 10;

}  // namespace

void Connection::BeginRequest() {
  state_ = State::kHead;
  parser_.Reset();
  request_ = nullptr;
  body_.reset();
  common_.clear();
  cancel_ = nullptr;
  note_ = WorkNote();
  framing_ = Framing();
  bytes_out_ = 0;
  streaming_ = answer_complete_ = false;
  SetDeadline(absl::Now() + (in_.empty() ? server_->limits.keepalive_timeout : server_->limits.header_timeout));
  ProcessInput();
}

void Connection::ProcessInput() {
  while (Step()) {
  }
  const bool wants_bytes = state_ == State::kHead || state_ == State::kBody || state_ == State::kLinger ||
                           (state_ == State::kRunning && in_.size() < server_->limits.pipelined);
  if (wants_bytes) WaitForBytes();
}

bool Connection::Step() {
  switch (state_) {
    case State::kHead:
      switch (parser_.Parse(in_)) {
        case HeadParser::Result::kMore:
          return false;
        case HeadParser::Result::kFault:
          FailTransport(parser_.fault());
          return false;
        case HeadParser::Result::kDone:
          return OnHead();
      }
      return false;
    case State::kBody:
      return OnBodyBytes();
    case State::kLinger:
      lingered_ += in_.size();
      in_.clear();
      if (lingered_ > server_->limits.linger_bytes) Shut();
      return false;
    case State::kRunning:
    case State::kClosed:
      return false;
  }
  return false;
}

bool Connection::OnHead() {
  request_ = std::make_shared<Request>();
  request_->head = std::move(parser_.head());
  request_->arrival = absl::Now();
  request_->peer = peer_;
  request_->request_id = RequestIdOr(HeaderOr(request_->head.headers, "x-request-id"));
  request_->trace = ReadTraceContext(request_->head.headers);
  in_.erase(0, parser_.consumed());
  ++serial_;
  ++requests_;
  active_ = true;
  ++server_->active_requests;
  common_ = server_->handler.CommonHeaders(*request_);
  if (const auto fault = ReadFraming(request_->head, &framing_)) {
    FailTransport(*fault);
    return false;
  }
  keep_alive_ = framing_.keep_alive && requests_ < server_->limits.requests_per_connection && !server_->draining;
  const bool has_body = framing_.chunked || framing_.content_length > 0;
  std::optional<Response> refusal = server_->handler.Admit(*request_);
  if (!refusal && framing_.content_length > server_->limits.body) {
    refusal =
        server_->handler.Fault(413, absl::StrCat("request body of ", framing_.content_length, " bytes is larger than ",
                                                 server_->limits.body, " (--max-body-mb)"));
  }
  if (!refusal && server_->inflight_bodies + framing_.content_length > server_->limits.inflight_bodies) {
    refusal = server_->handler.Fault(503, "too many request bodies at once (--max-inflight-body-mb)");
  }
  if (refusal) {
    // The body is not read, so the connection cannot go on behind it.
    refusal->close = refusal->close || has_body;
    state_ = State::kRunning;
    SendWhole(*std::move(refusal));
    return false;
  }
  body_.emplace(framing_, request_->coding, server_->limits, server_->inflight_bodies);
  if (framing_.expect_continue && has_body && in_.empty()) Queue("HTTP/1.1 100 Continue\r\n\r\n");
  state_ = State::kBody;
  body_start_ = absl::Now();
  if (has_body) SetDeadline(BodyDeadline());
  return true;
}

bool Connection::OnBodyBytes() {
  const bool has_body = framing_.chunked || framing_.content_length > 0;
  if (in_.empty() && has_body) return false;
  size_t consumed = 0;
  const auto result = body_->Read(in_, &request_->body, &consumed);
  if (result == BodyReader::Result::kFault) {
    FailTransport(body_->fault());
    return false;
  }
  in_.erase(0, consumed);
  if (result == BodyReader::Result::kDone) Dispatch();
  return false;
}

void Connection::Dispatch() {
  state_ = State::kRunning;
  ClearDeadline();
  server_->handler.Handle(std::make_shared<ConnectionExchange>(shared_from_this(), request_, serial_));
}

void Connection::FailTransport(const HttpFault& fault) {
  if (fault.status == 0) return Shut();
  state_ = State::kRunning;
  Response response = server_->handler.Fault(fault.status, fault.message);
  response.close = true;
  SendWhole(std::move(response));
}

void Connection::WaitForBytes() {
  if (waiting_for_bytes_ || end_of_input_ || state_ == State::kClosed) return;
  waiting_for_bytes_ = true;
  // Waiting instead of reading needs no buffer, so an idle connection holds no memory for input.
  socket_.async_wait(Socket::wait_read, [self = shared_from_this()](error_code error) {
    self->waiting_for_bytes_ = false;
    if (!error) self->OnReadable();
  });
}

void Connection::OnReadable() {
  if (state_ == State::kClosed) return;
  thread_local std::array<char, kReadBytes> buffer;
  error_code error;
  const size_t n = socket_.read_some(asio::buffer(buffer), error);
  if (error == asio::error::would_block || error == asio::error::try_again) return ProcessInput();
  if (error) return OnEndOfInput();
  const bool first = state_ == State::kHead && in_.empty();
  in_.append(buffer.data(), n);
  if (first) SetDeadline(absl::Now() + server_->limits.header_timeout);
  ProcessInput();
}

void Connection::OnEndOfInput() {
  end_of_input_ = true;
  switch (state_) {
    case State::kRunning:
      // A half-close counts as leaving; an answer that is complete is still delivered.
      if (answer_complete_) {
        keep_alive_ = false;
        return;
      }
      return OnClientGone();
    case State::kHead:
    case State::kBody:
    case State::kLinger:
      return Shut();
    case State::kClosed:
      return;
  }
}

// The later of the grace and the time that the bytes so far are good for, within the total.
absl::Time Connection::BodyDeadline() const {
  const double paid_s = static_cast<double>(body_->received()) / server_->limits.body_bytes_per_second;
  const absl::Duration earned = std::max(server_->limits.body_grace, absl::Seconds(paid_s));
  return body_start_ + std::min(server_->limits.body_timeout, earned);
}

void Connection::SetDeadline(absl::Time when) {
  deadline_ = when;
  timer_.expires_after(absl::ToChronoNanoseconds(std::max(when - absl::Now(), absl::ZeroDuration())));
  timer_.async_wait([self = weak_from_this()](error_code error) {
    const auto connection = self.lock();
    if (!error && connection) connection->OnDeadline();
  });
}

void Connection::ClearDeadline() {
  deadline_ = absl::InfiniteFuture();
  timer_.cancel();
}

void Connection::OnDeadline() {
  // A handler that was already queued when the deadline moved.
  if (deadline_ == absl::InfiniteFuture() || absl::Now() + absl::Milliseconds(1) < deadline_) return;
  switch (state_) {
    case State::kHead:
      if (in_.empty()) return Shut();
      return FailTransport({408, "the request head did not arrive in time (--header-timeout)"});
    case State::kBody:
      if (const absl::Time later = BodyDeadline(); later > absl::Now()) return SetDeadline(later);
      return FailTransport({408, "the request body did not arrive in time (--body-timeout)"});
    case State::kLinger:
      return Shut();
    case State::kRunning:
    case State::kClosed:
      return;
  }
}

}  // namespace ferro::router
