// The stdio transport: a Server between this process's standard input and output.
#ifndef FERRO_TOOLS_FERRO_MCP_STDIO_H_
#define FERRO_TOOLS_FERRO_MCP_STDIO_H_

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/ferro/mcp/tool.h"

namespace ferro::mcp {

// Of one line from a client, in bytes.
inline constexpr size_t kMaxLineBytes = 8 << 20;

// Descriptors of the transport, owned.
class Stdio {
 public:
  // Takes standard output for the protocol alone: what libraries and drivers print there from now on goes to standard
  // error. SIGINT and SIGTERM no longer end the process but Serve. Before any thread starts.
  static absl::StatusOr<Stdio> Take();
  Stdio(int in, int out, int stop) : in_(in), out_(out), stop_(stop) {}
  Stdio(Stdio&& other);
  Stdio& operator=(Stdio&&) = delete;
  ~Stdio();

  // Runs `work`, which hears of a signal that comes meanwhile by its token.
  void UntilSignal(const std::function<void(const std::stop_token&)>& work);

  // Serves until the client closes its end, when what it asked for is still answered, or a signal, after which nothing
  // is.
  void Serve(std::vector<Tool> tools);

 private:
  int in_;
  int out_;
  int stop_;  // readable once a signal has come
};

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_STDIO_H_
