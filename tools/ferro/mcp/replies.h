// Where the response to a request goes: onto a line of its own, or into the array that answers a batch.
#ifndef FERRO_TOOLS_FERRO_MCP_REPLIES_H_
#define FERRO_TOOLS_FERRO_MCP_REPLIES_H_

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace ferro::mcp {

using SendLine = std::function<void(const std::string& line)>;

// Collects the responses to one line and sends them when the last owner lets go of it: nothing if there are none (only
// notifications and what was cancelled), else the array, or the one response if the line was no batch. Any thread.
class Replies {
 public:
  // `send` must outlive it.
  Replies(const SendLine& send, bool is_batch) : send_(send), is_batch_(is_batch) {}
  ~Replies();

  Replies(const Replies&) = delete;
  Replies& operator=(const Replies&) = delete;

  // One response, JSON text.
  void Add(const std::string& response);

 private:
  const SendLine& send_;
  const bool is_batch_;
  std::mutex mutex_;
  std::string texts_;  // joined by commas; guarded by mutex_
};

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_REPLIES_H_
