// Decisions by a model that this process loads.
#ifndef FERRO_TOOLS_FERRO_MCP_ENGINE_DECIDER_H_
#define FERRO_TOOLS_FERRO_MCP_ENGINE_DECIDER_H_

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "absl/status/statusor.h"
#include "engine/schedule/decision/decision_engine.h"
#include "engine/schedule/decision/decision_types.h"

namespace ferro::mcp {

// Loads in the background, so that a client's first messages are answered at once; decisions wait for the model.
class EngineDecider {
 public:
  // The file at `path` must be known to hold a decision model. One that cannot be loaded shows in each decision.
  EngineDecider(std::string path, const DecisionOptions& options);
  // Waits until loading has ended. No decision may run.
  ~EngineDecider() { loader_.join(); }

  // A Decider; see there.
  absl::StatusOr<std::string> Decide(const std::string& body, const std::stop_token& stop);

  bool loading() const;

 private:
  void Load(const std::string& path, const DecisionOptions& options);
  // Waits for the model. kCancelled: stopped before it was there.
  absl::StatusOr<DecisionEngine*> Engine(const std::stop_token& stop);

  mutable std::mutex mutex_;
  std::condition_variable_any loaded_;
  bool is_loaded_ = false;                                  // guarded by mutex_
  absl::StatusOr<std::unique_ptr<DecisionEngine>> engine_;  // constant once is_loaded_
  std::thread loader_;
};

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_ENGINE_DECIDER_H_
