#include "tools/ferro/mcp/server.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "tools/ferro/mcp/results.h"

namespace ferro::mcp {
namespace {

constexpr char kVersionKey[] = "io.modelcontextprotocol/protocolVersion";
constexpr char kCapabilitiesKey[] = "io.modelcontextprotocol/clientCapabilities";

// A request's `_meta`; null if it has none.
const Json* Meta(const Message& request) {
  const auto meta = request.params.find("_meta");
  return meta != request.params.end() && meta->is_object() ? &*meta : nullptr;
}

bool SaysItsRevision(const Message& request) {
  const Json* const meta = Meta(request);
  return meta != nullptr && meta->contains(kVersionKey);
}

RpcError UnknownMethod(const Message& request) {
  constexpr size_t kShown = 100;
  return {kMethodNotFound, absl::StrCat("there is no method \"", request.method.substr(0, kShown), "\""), nullptr};
}

}  // namespace

Server::Server(std::vector<Tool> tools, SendLine send, const ServerLimits& limits)
    : tools_(std::move(tools)),
      send_(std::move(send)),
      limits_(limits),
      calls_(limits.call_threads, limits.waiting_calls) {}

Server::~Server() { CancelAll(); }

void Server::CancelAll() {
  const std::lock_guard lock(mutex_);
  for (auto& [id, stop] : running_) stop.request_stop();
}

void Server::HandleTooLong(size_t max_bytes) {
  send_(ErrorText(
      nullptr,
      {kInvalidRequest, absl::StrCat("the line has more than ", max_bytes, " bytes; send less in one call"), nullptr}));
}

void Server::HandleLine(absl::string_view line) {
  if (line.find_first_not_of(" \t\r") == absl::string_view::npos) return;
  absl::StatusOr<Json> json = ParseJson(line, limits_.max_json_depth);
  if (!json.ok()) {
    send_(ErrorText(nullptr, {kParseError, std::string(json.status().message()), nullptr}));
  } else if (json->is_array()) {
    HandleBatch(*std::move(json));
  } else {
    HandleMessage(ReadMessage(*std::move(json)), std::make_shared<Replies>(send_, /*is_batch=*/false));
  }
}

void Server::HandleBatch(Json batch) {
  if (!revision_.has_value() || !HasBatches(*revision_) || batch.empty()) {
    const char* const why = batch.empty()
                                ? "a batch must not be empty"
                                : "batches of messages are part of revision 2025-03-26 alone; send one a line";
    send_(ErrorText(nullptr, {kInvalidRequest, why, nullptr}));
    return;
  }
  const ReplyTo reply = std::make_shared<Replies>(send_, /*is_batch=*/true);
  for (Json& message : batch) HandleMessage(ReadMessage(std::move(message)), reply);
}

void Server::HandleMessage(Message message, const ReplyTo& reply) {
  switch (message.kind) {
    case Message::Kind::kInvalid:
      return reply->Add(ErrorText(message.id, message.error));
    case Message::Kind::kResponse:
      return;
    case Message::Kind::kNotification:
      return HandleNotification(message);
    case Message::Kind::kRequest:
      return SaysItsRevision(message) && message.method != "initialize" ? HandleStateless(message, reply)
                                                                        : HandleRequest(message, reply);
  }
}

void Server::HandleNotification(const Message& notification) {
  if (notification.method != "notifications/cancelled") return;  // of the others none changes anything here
  const auto id = notification.params.find("requestId");
  if (id == notification.params.end()) return;
  const std::lock_guard lock(mutex_);
  const auto found = running_.find(DumpJson(*id));
  if (found != running_.end()) found->second.request_stop();
}

void Server::HandleRequest(const Message& request, const ReplyTo& reply) {
  const auto fail = [&](RpcError error) { reply->Add(ErrorText(request.id, error)); };
  if (request.method == "initialize") return Initialize(request, reply);
  if (request.method == "ping") return reply->Add(ResultText(request.id, Json::object()));
  if (request.method == "server/discover") {
    return fail(
        {kInvalidParams, absl::StrCat("params._meta must have ", kVersionKey, " and ", kCapabilitiesKey), nullptr});
  }
  if (!revision_.has_value()) {
    return fail({kInvalidRequest,
                 absl::StrCat("send initialize first, or ", kVersionKey, " in params._meta with each request"),
                 nullptr});
  }
  if (request.method == "tools/list") return ListTools(request, *revision_, reply);
  if (request.method == "tools/call") return CallTool(request, *revision_, reply);
  fail(UnknownMethod(request));
}

void Server::HandleStateless(const Message& request, const ReplyTo& reply) {
  const auto fail = [&](RpcError error) { reply->Add(ErrorText(request.id, error)); };
  const Json& meta = *Meta(request);
  const Json& version = meta[kVersionKey];
  if (!version.is_string()) {
    return fail({kInvalidParams, absl::StrCat("params._meta: ", kVersionKey, " must be a string"), nullptr});
  }
  const std::optional<Revision> revision = FindRevision(version.get_ref<const std::string&>());
  if (!revision.has_value() || !IsStateless(*revision)) {
    return fail({kUnsupportedProtocolVersion,
                 "Unsupported protocol version",
                 {{"supported", RevisionNames()}, {"requested", version}}});
  }
  if (const auto found = meta.find(kCapabilitiesKey); found == meta.end() || !found->is_object()) {
    return fail({kInvalidParams, absl::StrCat("params._meta: ", kCapabilitiesKey, " must be an object"), nullptr});
  }
  if (request.method == "server/discover") return reply->Add(ResultText(request.id, DiscoverResult(tools_, *revision)));
  if (request.method == "tools/list") return ListTools(request, *revision, reply);
  if (request.method == "tools/call") return CallTool(request, *revision, reply);
  fail(UnknownMethod(request));
}

void Server::Initialize(const Message& request, const ReplyTo& reply) {
  const auto version = request.params.find("protocolVersion");
  if (version == request.params.end() || !version->is_string()) {
    return reply->Add(ErrorText(request.id, {kInvalidParams, "params.protocolVersion must be a string", nullptr}));
  }
  if (revision_.has_value()) {
    return reply->Add(ErrorText(request.id, {kInvalidRequest, "initialize was sent before", nullptr}));
  }
  revision_ = NegotiateRevision(version->get_ref<const std::string&>());
  LogInfo("initialized", {{"requested", DumpJson(*version).substr(0, 40)}, {"revision", RevisionName(*revision_)}});
  reply->Add(ResultText(request.id, InitializeResult(tools_, *revision_)));
}

void Server::ListTools(const Message& request, Revision revision, const ReplyTo& reply) {
  if (const auto cursor = request.params.find("cursor"); cursor != request.params.end() && !cursor->is_null()) {
    return reply->Add(ErrorText(request.id, {kInvalidParams, "params.cursor: the list has one page only", nullptr}));
  }
  reply->Add(ResultText(request.id, ListToolsResult(tools_, revision)));
}

const Tool* Server::FindTool(const std::string& name) const {
  for (const Tool& tool : tools_) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

void Server::CallTool(const Message& request, Revision revision, const ReplyTo& reply) {
  const auto fail = [&](int code, std::string why) {
    reply->Add(ErrorText(request.id, {code, std::move(why), nullptr}));
  };
  const auto name = request.params.find("name");
  if (name == request.params.end() || !name->is_string()) return fail(kInvalidParams, "params.name must be a string");
  const Tool* const tool = FindTool(name->get_ref<const std::string&>());
  if (tool == nullptr) {
    constexpr size_t kShown = 100;
    return fail(kInvalidParams, absl::StrCat("there is no tool \"", name->get<std::string>().substr(0, kShown), "\""));
  }
  const auto given = request.params.find("arguments");
  Json arguments = given == request.params.end() || given->is_null() ? Json::object() : *given;
  if (!arguments.is_object()) return fail(kInvalidParams, "params.arguments must be an object");

  const std::string key = DumpJson(request.id);
  std::stop_token stop;
  {
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = running_.try_emplace(key);
    if (!is_new) return fail(kInvalidRequest, absl::StrCat("a call with id ", key.substr(0, 100), " runs already"));
    stop = place->second.get_token();
  }
  const bool started = calls_.Start([this, tool, arguments = std::move(arguments), stop, id = request.id, revision,
                                     reply] { RunCall(*tool, arguments, stop, id, revision, reply); });
  if (started) return;
  {
    const std::lock_guard lock(mutex_);
    running_.erase(key);
  }
  reply->Add(ResultText(request.id, CallToolResult(absl::ResourceExhaustedError(absl::StrCat(
                                                       limits_.call_threads + limits_.waiting_calls,
                                                       " calls are under way already; wait for some of them to end")),
                                                   revision)));
}

void Server::RunCall(const Tool& tool, const Json& arguments, const std::stop_token& stop, const Json& id,
                     Revision revision, const ReplyTo& reply) {
  absl::StatusOr<Json> outcome = absl::CancelledError("cancelled");
  if (const absl::Status sound = CheckArguments(tool, arguments); !sound.ok()) {
    outcome = sound;
  } else if (!stop.stop_requested()) {
    outcome = tool.call(arguments, stop);
  }
  {
    const std::lock_guard lock(mutex_);
    running_.erase(DumpJson(id));
  }
  if (stop.stop_requested()) return;
  if (!outcome.ok()) LogWarning("call_failed", {{"tool", tool.name}, {"error", outcome.status().message()}});
  reply->Add(ResultText(id, CallToolResult(outcome, revision)));
}

}  // namespace ferro::mcp
