// The protocol: lines from a client to calls of tools, and back. Knows neither descriptors nor models.
#ifndef FERRO_TOOLS_FERRO_MCP_SERVER_H_
#define FERRO_TOOLS_FERRO_MCP_SERVER_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/json.h"
#include "tools/ferro/mcp/call_pool.h"
#include "tools/ferro/mcp/json_rpc.h"
#include "tools/ferro/mcp/replies.h"
#include "tools/ferro/mcp/revision.h"
#include "tools/ferro/mcp/tool.h"

namespace ferro::mcp {

struct ServerLimits {
  // Of a line: what the gateway takes over HTTP (router::kMaxSystemoneDepth) and the message around it, with room.
  int max_json_depth = 2100;
  // Calls that run at once, and such as may wait for them; more are refused with a result that says so.
  int call_threads = 16;
  size_t waiting_calls = 64;
};

// Serves clients of every revision: those that begin with `initialize`, and those whose every request says what it is.
// Requests of both kinds may come over one connection; each is answered after its own kind.
//
// HandleLine and HandleTooLong belong to one thread. Responses are sent from that one and from those of the calls, in
// the order in which the calls end.
class Server {
 public:
  // `send` is called from several threads, and must not be called into this object.
  Server(std::vector<Tool> tools, SendLine send, const ServerLimits& limits = {});
  // Cancels what still runs and waits for it.
  ~Server();

  // One message or a batch. Whatever is in it, the worst that follows is a response with an error.
  void HandleLine(absl::string_view line);
  // A line of more than `max_bytes` was left out.
  void HandleTooLong(size_t max_bytes);

  // Waits at most `timeout` until no call runs or waits; whether that is so.
  bool WaitIdle(absl::Duration timeout) { return calls_.WaitIdle(timeout); }
  // Of the calls that run or wait, none is answered any more.
  void CancelAll();

 private:
  using ReplyTo = std::shared_ptr<Replies>;

  void HandleBatch(Json batch);
  void HandleMessage(Message message, const ReplyTo& reply);
  void HandleNotification(const Message& notification);
  void HandleRequest(const Message& request, const ReplyTo& reply);
  // A request that says its revision in `_meta`.
  void HandleStateless(const Message& request, const ReplyTo& reply);
  void Initialize(const Message& request, const ReplyTo& reply);
  void ListTools(const Message& request, Revision revision, const ReplyTo& reply);
  void CallTool(const Message& request, Revision revision, const ReplyTo& reply);
  void RunCall(const Tool& tool, const Json& arguments, const std::stop_token& stop, const Json& id, Revision revision,
               const ReplyTo& reply);
  const Tool* FindTool(const std::string& name) const;

  const std::vector<Tool> tools_;
  const SendLine send_;
  const ServerLimits limits_;
  std::optional<Revision> revision_;  // agreed on with `initialize`
  std::mutex mutex_;
  std::unordered_map<std::string, std::stop_source> running_;  // by the id's JSON text; guarded by mutex_
  CallPool calls_;                                             // last: its threads use the others
};

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_SERVER_H_
