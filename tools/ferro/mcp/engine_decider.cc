#include "tools/ferro/mcp/engine_decider.h"

#include <future>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "router/systemone/request.h"
#include "router/systemone/response.h"
#include "services/decide/convert.h"

namespace ferro::mcp {
namespace {

// DecisionEngine::Decide with an end that can be asked for.
absl::StatusOr<DecisionReply> Ask(DecisionEngine& engine, const DecisionRequest& request, const std::stop_token& stop) {
  const auto ended = std::make_shared<std::promise<absl::StatusOr<DecisionReply>>>();
  std::future<absl::StatusOr<DecisionReply>> end = ended->get_future();
  FERRO_ASSIGN_OR_RETURN(const DecisionId id, engine.Submit(request, [ended](absl::StatusOr<DecisionReply> reply) {
    ended->set_value(std::move(reply));
  }));
  const std::stop_callback cancel(stop, [&engine, id] { engine.Cancel(id); });
  return end.get();
}

}  // namespace

EngineDecider::EngineDecider(std::string path, const DecisionOptions& options)
    : engine_(absl::UnavailableError("not loaded yet")),
      loader_([this, path = std::move(path), options] { Load(path, options); }) {}

void EngineDecider::Load(const std::string& path, const DecisionOptions& options) {
  absl::StatusOr<std::unique_ptr<DecisionEngine>> engine = DecisionEngine::Load(path, options);
  if (engine.ok()) {
    const DecisionModelInfo info = (*engine)->info();
    LogInfo("loaded", {{"model", info.id}, {"device", info.device}});
  } else {
    LogError("load_failed", {{"file", path}, {"error", engine.status().message()}});
  }
  {
    const std::lock_guard lock(mutex_);
    engine_ = std::move(engine);
    is_loaded_ = true;
  }
  loaded_.notify_all();
}

bool EngineDecider::loading() const {
  const std::lock_guard lock(mutex_);
  return !is_loaded_;
}

absl::StatusOr<DecisionEngine*> EngineDecider::Engine(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!loaded_.wait(lock, stop, [this] { return is_loaded_; })) return absl::CancelledError("cancelled");
  if (!engine_.ok()) {
    return absl::Status(engine_.status().code(),
                        absl::StrCat("the model could not be loaded: ", engine_.status().message(),
                                     "; start ferro mcp again when that is mended"));
  }
  return engine_->get();
}

absl::StatusOr<std::string> EngineDecider::Decide(const std::string& body, const std::stop_token& stop) {
  FERRO_ASSIGN_OR_RETURN(const router::SystemoneCall call, router::ParseSystemone(body));
  FERRO_ASSIGN_OR_RETURN(const DecisionRequest request, FromProto(call.request));
  FERRO_ASSIGN_OR_RETURN(DecisionEngine* const engine, Engine(stop));
  FERRO_ASSIGN_OR_RETURN(const DecisionReply reply, Ask(*engine, request, stop));
  router::SystemoneResponseOptions options;
  options.model = engine->info().id;
  return router::SystemoneResponse(call, ToProto(call.request, reply, nullptr), options);
}

}  // namespace ferro::mcp
