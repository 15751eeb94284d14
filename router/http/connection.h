// One client connection: reads requests one after the other, hands them to the Handler, writes the answers in order.
#ifndef FERRO_ROUTER_HTTP_CONNECTION_H_
#define FERRO_ROUTER_HTTP_CONNECTION_H_

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "router/http/body_reader.h"
#include "router/http/exchange.h"
#include "router/http/framing.h"
#include "router/http/head_parser.h"
#include "router/http/response_writer.h"
#include "router/http/server_state.h"

namespace ferro::router {

// Lives on its socket's executor, which must be a strand; only Start, Close and the constructor are called from
// elsewhere. Kept alive by its pending operations and by the exchange it serves.
//
//   kHead -> kBody -> kRunning -> kHead ...        answer with keep-alive
//                              -> kLinger -> kClosed   answer with close
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;

  Connection(Socket socket, std::shared_ptr<ServerState> server, std::string peer, bool count_peer);
  ~Connection();

  void Start();
  // Answers one response without reading anything, then closes: for connections over the limit.
  void Refuse(Response response);
  // Cancels what runs and closes. Callable from any thread.
  void Close();

 private:
  friend class ConnectionExchange;
  enum class State { kHead, kBody, kRunning, kLinger, kClosed };

  // connection_read.cc
  void BeginRequest();
  void ProcessInput();
  // One step of the state machine over `in_`; false = wait for more bytes.
  bool Step();
  bool OnHead();
  bool OnBodyBytes();
  void Dispatch();
  void FailTransport(const HttpFault& fault);
  void WaitForBytes();
  void OnReadable();
  void OnEndOfInput();
  absl::Time BodyDeadline() const;
  void SetDeadline(absl::Time when);
  void ClearDeadline();
  void OnDeadline();

  // connection.cc
  void SendWhole(Response response);
  void StartStream(Headers headers);
  void WriteStream(absl::string_view bytes, std::function<void()> writable);
  void EndStream();
  // The handler dropped the exchange without an answer.
  void OnAbandoned();
  // Before the last byte: who has an answer may ask again at once.
  void GiveBackPlace();
  void FinishRequest(int status);
  void Queue(std::string bytes);
  void Flush();
  void AfterFlush();
  void OnClientGone();
  void Linger();
  void Shut();
  ResponseContext Context() const;

  Socket socket_;
  const std::shared_ptr<ServerState> server_;
  const std::string peer_;
  const bool count_peer_;
  bool counted_ = false;
  State state_ = State::kHead;

  // Input.
  std::string in_;
  bool waiting_for_bytes_ = false;
  bool end_of_input_ = false;
  HeadParser parser_;
  boost::asio::steady_timer timer_;
  absl::Time deadline_ = absl::InfiniteFuture();
  int requests_ = 0;

  // The request that is read or answered.
  std::shared_ptr<Request> request_;
  Framing framing_;
  std::optional<BodyReader> body_;  // from the admission to the end of the answer
  Headers common_;
  absl::Time body_start_;
  bool keep_alive_ = true;
  bool active_ = false;
  std::function<void()> cancel_;
  // Distinguishes exchanges, so that a late call of an old one does nothing.
  uint64_t serial_ = 0;
  WorkNote note_;

  // Output. `out_` from `out_offset_` on is not yet sent.
  std::string out_;
  size_t out_offset_ = 0;
  bool waiting_to_write_ = false;
  bool streaming_ = false;
  bool answer_complete_ = false;
  uint64_t bytes_out_ = 0;
  std::vector<std::function<void()>> writable_;
  boost::asio::steady_timer write_timer_;
  size_t lingered_ = 0;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_CONNECTION_H_
