// GET and POST of JSON at one server, over connections that are kept, with an end that can be asked for.
#ifndef FERRO_TOOLS_FERRO_MCP_HTTP_CLIENT_H_
#define FERRO_TOOLS_FERRO_MCP_HTTP_CLIENT_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace ferro::mcp {

struct HttpReply {
  int status = 0;
  std::string body;
};

struct HttpClientOptions {
  std::string url;           // of the server, http or https, without a slash at the end
  std::string bearer_token;  // empty = none
  absl::Duration connect_timeout = absl::Seconds(10);
  absl::Duration timeout = absl::Hours(1);  // of a whole exchange
  size_t max_reply_bytes = 64 << 20;
};

// Any thread may call Get and Post, several at once; each call uses a connection of its own, taken from those that are
// idle. Redirects are not followed and proxies of the environment not used: the key goes to the named host only.
class HttpClient {
 public:
  explicit HttpClient(HttpClientOptions options);
  // No call may run.
  ~HttpClient();

  // `path` begins with a slash. A reply with any status. kCancelled: stopped, within milliseconds. kUnavailable: nobody
  // answers, or not to the end. kDeadlineExceeded. kResourceExhausted: more than max_reply_bytes. kInvalidArgument: an
  // address that is none.
  absl::StatusOr<HttpReply> Get(const std::string& path, const std::stop_token& stop);
  absl::StatusOr<HttpReply> Post(const std::string& path, const std::string& body, const std::stop_token& stop);

 private:
  // A connection with what curl keeps for it.
  class Exchange;

  // `body` null: GET.
  absl::StatusOr<HttpReply> Send(const std::string& path, const std::string* body, const std::stop_token& stop);

  const HttpClientOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Exchange>> idle_;  // guarded by mutex_
};

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_HTTP_CLIENT_H_
