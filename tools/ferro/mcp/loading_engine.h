// An engine that loads while a client's first messages are answered already.
#ifndef FERRO_TOOLS_FERRO_MCP_LOADING_ENGINE_H_
#define FERRO_TOOLS_FERRO_MCP_LOADING_ENGINE_H_

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"

namespace ferro::mcp {

// `Engine` is DecisionEngine or EmbeddingEngine. Any thread may call any method.
template <class Engine>
class LoadingEngine {
 public:
  // Loads the file at `path` on a thread of its own. A failure goes into the log and shows in each Get.
  template <class Options>
  LoadingEngine(std::string path, const Options& options)
      : engine_(absl::UnavailableError("not loaded yet")),
        loader_([this, path = std::move(path), options] { Load(path, options); }) {}
  // Waits until loading has ended. No call may run.
  ~LoadingEngine() { loader_.join(); }

  bool loading() const {
    const std::lock_guard lock(mutex_);
    return !is_loaded_;
  }

  // Waits for the engine, which lives as long as this. kCancelled: stopped before it was there.
  absl::StatusOr<Engine*> Get(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!loaded_.wait(lock, stop, [this] { return is_loaded_; })) return absl::CancelledError("cancelled");
    if (!engine_.ok()) {
      return absl::Status(engine_.status().code(),
                          absl::StrCat("the model could not be loaded: ", engine_.status().message(),
                                       "; start ferro mcp again when that is mended"));
    }
    return engine_->get();
  }

 private:
  template <class Options>
  void Load(const std::string& path, const Options& options) {
    absl::StatusOr<std::unique_ptr<Engine>> engine = Engine::Load(path, options);
    if (engine.ok()) {
      const auto info = (*engine)->info();
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

  mutable std::mutex mutex_;
  std::condition_variable_any loaded_;
  bool is_loaded_ = false;                          // guarded by mutex_
  absl::StatusOr<std::unique_ptr<Engine>> engine_;  // constant once is_loaded_
  std::thread loader_;
};

// What `engine` replies to `request`; kCancelled soon after `stop` is requested.
template <class Reply, class Engine, class Request>
absl::StatusOr<Reply> AskEngine(Engine& engine, const Request& request, const std::stop_token& stop) {
  const auto ended = std::make_shared<std::promise<absl::StatusOr<Reply>>>();
  std::future<absl::StatusOr<Reply>> end = ended->get_future();
  FERRO_ASSIGN_OR_RETURN(const auto id, engine.Submit(request, [ended](absl::StatusOr<Reply> reply) {
    ended->set_value(std::move(reply));
  }));
  const std::stop_callback cancel(stop, [&engine, id] { engine.Cancel(id); });
  return end.get();
}

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_LOADING_ENGINE_H_
