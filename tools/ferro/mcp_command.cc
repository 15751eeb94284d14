#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "services/decide/flags.h"
#include "services/embed/flags.h"
#include "tools/ferro/command.h"
#include "tools/ferro/mcp/answerer.h"
#include "tools/ferro/mcp/decide_tools.h"
#include "tools/ferro/mcp/embed_tools.h"
#include "tools/ferro/mcp/engine_decider.h"
#include "tools/ferro/mcp/engine_embedder.h"
#include "tools/ferro/mcp/gateway.h"
#include "tools/ferro/mcp/stdio.h"
#include "tools/ferro/model_kind.h"

namespace ferro {
namespace {

struct McpFlags {
  std::string decide_model, embed_model;
  std::string url;
  std::string api_key;
  DecisionOptions decision;
  EmbeddingOptions embedding;  // its device is the decision model's
};

// A key that does not fit into a header line would be one that lets another header in.
absl::Status CheckKey(const std::string& key) {
  if (std::all_of(key.begin(), key.end(), [](char c) { return absl::ascii_isgraph(c); })) return absl::OkStatus();
  return absl::InvalidArgumentError("--api-key or FERRO_API_KEY: a key has printable ASCII characters only, no blanks");
}

absl::Status CheckFlags(const McpFlags& flags) {
  if (!flags.decide_model.empty()) FERRO_RETURN_IF_ERROR(CheckModelFile(flags.decide_model, ModelKind::kDecide));
  if (!flags.embed_model.empty()) FERRO_RETURN_IF_ERROR(CheckModelFile(flags.embed_model, ModelKind::kEmbed));
  if (flags.url.empty()) return absl::OkStatus();
  if (!flags.decide_model.empty() && !flags.embed_model.empty()) {
    return absl::InvalidArgumentError("--url has nothing to do beside --d1 and --embed; leave one of the three out");
  }
  FERRO_RETURN_IF_ERROR(mcp::CheckGatewayUrl(flags.url));
  return CheckKey(flags.api_key);
}

// Of the kinds for which no file is given, those that the gateway has. One that cannot be asked now may have all: its
// calls say what is wrong until it is mended.
absl::StatusOr<mcp::GatewayModels> ModelsOf(mcp::Gateway& gateway, const McpFlags& flags, const std::stop_token& stop) {
  absl::StatusOr<mcp::GatewayModels> models = gateway.Models(stop);
  if (!models.ok()) {
    LogWarning("gateway_unknown", {{"gateway", gateway.url()}, {"error", models.status().message()}});
    return mcp::GatewayModels{true, true};
  }
  if (models->decide || models->embed || !flags.decide_model.empty() || !flags.embed_model.empty()) return models;
  return absl::FailedPreconditionError(
      absl::StrCat("the gateway at ", gateway.url(),
                   " has neither a decision model nor an embedding model, so there is no tool to offer; start it with "
                   "ferro up --decide MODEL or --embed MODEL"));
}

mcp::Answerer Through(mcp::Gateway& gateway, const mcp::GatewayRoute& route) {
  return [&gateway, route](const std::string& body, const std::stop_token& stop) {
    return gateway.Post(route, body, stop);
  };
}

void Append(std::vector<mcp::Tool> from, std::vector<mcp::Tool>& to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

absl::Status ServeMcp(const McpFlags& flags) {
  SetLogService("mcp");
  FERRO_RETURN_IF_ERROR(CheckFlags(flags));
  // First of all: asking a gateway starts threads (curl looks up its name on one), which would take the signals.
  FERRO_ASSIGN_OR_RETURN(mcp::Stdio stdio, mcp::Stdio::Take());
  std::optional<mcp::Gateway> gateway;
  absl::StatusOr<mcp::GatewayModels> asked = mcp::GatewayModels();
  if (!flags.url.empty()) {
    gateway.emplace(flags.url, flags.api_key);
    stdio.UntilSignal([&](const std::stop_token& stop) { asked = ModelsOf(*gateway, flags, stop); });
  }
  FERRO_ASSIGN_OR_RETURN(const mcp::GatewayModels remote, std::move(asked));
  LogInfo("serving", {{"decide", flags.decide_model}, {"embed", flags.embed_model}, {"gateway", flags.url}});

  std::vector<mcp::Tool> tools;
  std::optional<mcp::EngineDecider> decider;
  if (!flags.decide_model.empty()) {
    decider.emplace(flags.decide_model, flags.decision);
    Append(mcp::DecideTools(std::bind_front(&mcp::EngineDecider::Decide, &*decider)), tools);
  } else if (remote.decide) {
    Append(mcp::DecideTools(Through(*gateway, mcp::kDecideRoute)), tools);
  }
  std::optional<mcp::EngineEmbedder> embedder;
  if (!flags.embed_model.empty()) {
    EmbeddingOptions options = flags.embedding;
    options.backend = flags.decision.backend;
    embedder.emplace(flags.embed_model, options);
    Append(mcp::EmbedTools(std::bind_front(&mcp::EngineEmbedder::Embed, &*embedder),
                           std::bind_front(&mcp::EngineEmbedder::Rank, &*embedder)),
           tools);
  } else if (remote.embed) {
    Append(mcp::EmbedTools(Through(*gateway, mcp::kEmbedRoute), Through(*gateway, mcp::kRankRoute)), tools);
  }
  stdio.Serve(std::move(tools));
  // Loading cannot be interrupted, and whoever ended us waits for seconds only.
  if ((decider && decider->loading()) || (embedder && embedder->loading())) std::_Exit(EXIT_SUCCESS);
  return absl::OkStatus();
}

}  // namespace

void AddMcpCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<McpFlags>();
  CLI::App* command =
      app.add_subcommand("mcp", "Offer decisions and embeddings as tools to an assistant, over MCP on standard input");
  CLI::Option_group* source = command->add_option_group("source", "Who answers");
  source
      ->add_option("--url,--gateway", flags->url,
                   "A gateway that runs, for what no file is given, so that models are loaded once")
      ->type_name("URL");
  source
      ->add_option("--d1,--decide,--model", flags->decide_model,
                   "GGUF file of a decision model, loaded by this process")
      ->type_name("FILE");
  source->add_option("--embed", flags->embed_model, "GGUF file of an embedding model, loaded by this process")
      ->type_name("FILE");
  source->require_option(1, 0);
  command->add_option("--api-key", flags->api_key, "Key of the gateway; better in the environment")
      ->type_name("KEY")
      ->envname("FERRO_API_KEY");
  AddDecisionFlags(*command, flags->decision);
  AddEmbedBatchFlag(*command, flags->embedding);
  command->footer(
      "Started by the assistant's program, not by hand: it speaks the Model Context Protocol, revisions 2024-11-05 to\n"
      "2026-07-28, a line of JSON a message. It offers the tools whose model is there: decide and decide_batch, rank\n"
      "and embed. Logs go to standard error. Ends with its input.\n\n"
      "Example of an assistant's configuration:\n"
      "  {\"mcpServers\": {\"ferro\": {\"command\": \"ferro\", \"args\": [\"mcp\", \"--url\", "
      "\"http://127.0.0.1:8090\"]}}}");
  command->callback([flags, &outcome] { outcome = ServeMcp(*flags); });
}

}  // namespace ferro
