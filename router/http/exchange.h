// One request and the place where its answer goes.
#ifndef FERRO_ROUTER_HTTP_EXCHANGE_H_
#define FERRO_ROUTER_HTTP_EXCHANGE_H_

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "router/http/content_coding.h"
#include "router/http/message.h"
#include "router/http/trace_context.h"

namespace ferro::router {

struct Request {
  RequestHead head;
  std::string body;
  // Also in the response's X-Request-Id.
  std::string request_id;
  // The caller's, or a root made for this request.
  TraceContext trace;
  // The peer's address without port; `unix` for a unix socket.
  std::string peer;
  // Label of the API key, set on admission; empty = no key asked for.
  std::string key_label;
  // The route's pattern, set on admission, for logs and metrics; empty = no such route.
  std::string route;
  // How the body is sent, set on admission; handlers get it inflated.
  ContentCoding coding = ContentCoding::kIdentity;
  // What the handler keeps for the request's time, set on admission; dropped when the answer is complete or the client
  // has left.
  std::shared_ptr<void> lease;
  absl::Time arrival;
};

// What the access log tells about a request's work; filled by handlers, unset values are not shown.
struct WorkNote {
  std::string model;
  std::string finish;
  int prompt_tokens = -1;
  int cached_tokens = -1;
  int generated_tokens = -1;
  double queue_ms = -1;
  double ttft_ms = -1;
};

// Either one Reply, or StartStream, any number of Writes and EndStream. Everything is called on executor(), one call at
// a time; once the client has left, calls are ignored. Dropping the last reference without an answer sends a 500.
class Exchange {
 public:
  virtual ~Exchange() = default;

  // `body` may be moved away once it is parsed.
  virtual Request& request() = 0;
  virtual WorkNote& note() = 0;
  virtual boost::asio::any_io_executor executor() = 0;

  virtual void Reply(Response response) = 0;

  virtual void StartStream(Headers headers) = 0;
  // Appends body bytes as one chunk. `writable`, if given, runs (never inside this call) when the connection can take
  // more: at once, or after the client has read enough.
  virtual void Write(std::string bytes, std::function<void()> writable) = 0;
  virtual void EndStream() = 0;

  // `cancel` runs at most once, when the client leaves (or the server stops) before the answer is complete.
  virtual void OnCancel(std::function<void()> cancel) = 0;
};

// One finished request, for the access log and the metrics.
struct AccessRecord {
  Request* request = nullptr;  // body already gone
  WorkNote note;
  int status = 0;  // 499 = the client left first
  uint64_t bytes_in = 0;
  uint64_t bytes_out = 0;
  absl::Duration total;
};

// The application above the connections. Called from any event loop thread; implementations are thread-safe.
class Handler {
 public:
  virtual ~Handler() = default;

  // Headers of every response to the request, faults of transport too (CORS, further names of its id).
  virtual Headers CommonHeaders(const Request& request) = 0;
  // Decides by the head alone, before any body byte is read; sets key_label and route. A response refuses.
  virtual std::optional<Response> Admit(Request& request) = 0;
  virtual void Handle(std::shared_ptr<Exchange> exchange) = 0;
  // The answer to a breach of transport rules.
  virtual Response Fault(int status, const std::string& message) = 0;
  virtual void OnFinished(const AccessRecord& record) = 0;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_EXCHANGE_H_
