// Decisions by a model that this process loads.
#ifndef FERRO_TOOLS_FERRO_MCP_ENGINE_DECIDER_H_
#define FERRO_TOOLS_FERRO_MCP_ENGINE_DECIDER_H_

#include <stop_token>
#include <string>

#include "absl/status/statusor.h"
#include "engine/schedule/decision/decision_engine.h"
#include "engine/schedule/decision/decision_types.h"
#include "tools/ferro/mcp/loading_engine.h"

namespace ferro::mcp {

class EngineDecider {
 public:
  // The file at `path` must be known to hold a decision model. One that cannot be loaded shows in each decision.
  EngineDecider(std::string path, const DecisionOptions& options) : engine_(std::move(path), options) {}

  // An Answerer for /v1/systemone.
  absl::StatusOr<std::string> Decide(const std::string& body, const std::stop_token& stop);

  bool loading() const { return engine_.loading(); }

 private:
  LoadingEngine<DecisionEngine> engine_;
};

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_ENGINE_DECIDER_H_
