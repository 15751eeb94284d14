#include "tools/ferro/mcp/engine_decider.h"

#include "base/status_macros.h"
#include "router/systemone/request.h"
#include "router/systemone/response.h"
#include "services/decide/convert.h"

namespace ferro::mcp {

absl::StatusOr<std::string> EngineDecider::Decide(const std::string& body, const std::stop_token& stop) {
  FERRO_ASSIGN_OR_RETURN(const router::SystemoneCall call, router::ParseSystemone(body));
  FERRO_ASSIGN_OR_RETURN(const DecisionRequest request, FromProto(call.request));
  FERRO_ASSIGN_OR_RETURN(DecisionEngine* const engine, engine_.Get(stop));
  FERRO_ASSIGN_OR_RETURN(const DecisionReply reply, AskEngine<DecisionReply>(*engine, request, stop));
  router::SystemoneResponseOptions options;
  options.model = engine->info().id;
  return router::SystemoneResponse(call, ToProto(call.request, reply, nullptr), options);
}

}  // namespace ferro::mcp
