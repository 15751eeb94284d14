#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stop_token>
#include <string>

#include "absl/strings/ascii.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "services/decide/flags.h"
#include "tools/ferro/command.h"
#include "tools/ferro/mcp/decide_tools.h"
#include "tools/ferro/mcp/engine_decider.h"
#include "tools/ferro/mcp/gateway_decider.h"
#include "tools/ferro/mcp/stdio.h"
#include "tools/ferro/model_kind.h"

namespace ferro {
namespace {

struct McpFlags {
  std::string model;
  std::string url;
  std::string api_key;
  DecisionOptions options;
};

// A key that does not fit into a header line would be one that lets another header in.
absl::Status CheckKey(const std::string& key) {
  if (std::all_of(key.begin(), key.end(), [](char c) { return absl::ascii_isgraph(c); })) return absl::OkStatus();
  return absl::InvalidArgumentError("--api-key or FERRO_API_KEY: a key has printable ASCII characters only, no blanks");
}

absl::Status ServeGateway(const McpFlags& flags) {
  FERRO_RETURN_IF_ERROR(mcp::CheckGatewayUrl(flags.url));
  FERRO_RETURN_IF_ERROR(CheckKey(flags.api_key));
  FERRO_ASSIGN_OR_RETURN(mcp::Stdio stdio, mcp::Stdio::Take());
  LogInfo("serving", {{"gateway", flags.url}});
  mcp::GatewayDecider decider(flags.url, flags.api_key);
  stdio.Serve(mcp::DecideTools(
      [&decider](const std::string& body, const std::stop_token& stop) { return decider.Decide(body, stop); }));
  return absl::OkStatus();
}

absl::Status ServeModel(const McpFlags& flags) {
  FERRO_RETURN_IF_ERROR(CheckModelFile(flags.model, ModelKind::kDecide));
  FERRO_ASSIGN_OR_RETURN(mcp::Stdio stdio, mcp::Stdio::Take());
  LogInfo("serving", {{"model", flags.model}});
  mcp::EngineDecider decider(flags.model, flags.options);
  stdio.Serve(mcp::DecideTools(
      [&decider](const std::string& body, const std::stop_token& stop) { return decider.Decide(body, stop); }));
  // Loading cannot be interrupted, and whoever ended us waits for seconds only.
  if (decider.loading()) std::_Exit(EXIT_SUCCESS);
  return absl::OkStatus();
}

absl::Status ServeMcp(const McpFlags& flags) {
  SetLogService("mcp");
  return flags.url.empty() ? ServeModel(flags) : ServeGateway(flags);
}

}  // namespace

void AddMcpCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<McpFlags>();
  CLI::App* command = app.add_subcommand("mcp", "Offer decisions as tools to an assistant, over MCP on standard input");
  CLI::Option_group* source = command->add_option_group("source", "Who decides");
  source->add_option("--url", flags->url, "A gateway that runs, so that the model is loaded once")->type_name("URL");
  source->add_option("--d1,--decide,--model", flags->model, "GGUF file of a decision model, loaded by this process")
      ->type_name("FILE");
  source->require_option(1);
  command->add_option("--api-key", flags->api_key, "Key of the gateway; better in the environment")
      ->type_name("KEY")
      ->envname("FERRO_API_KEY");
  AddDecisionFlags(*command, flags->options);
  command->footer(
      "Started by the assistant's program, not by hand: it speaks the Model Context Protocol, revisions 2024-11-05 to\n"
      "2026-07-28, a line of JSON a message. Logs go to standard error. Ends with its input.\n\n"
      "Example of an assistant's configuration:\n"
      "  {\"mcpServers\": {\"ferro\": {\"command\": \"ferro\", \"args\": [\"mcp\", \"--url\", "
      "\"http://127.0.0.1:8090\"]}}}");
  command->callback([flags, &outcome] { outcome = ServeMcp(*flags); });
}

}  // namespace ferro
