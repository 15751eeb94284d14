#include "router/api/metrics_route.h"

#include <string>
#include <utility>

#include "router/api/call_options.h"

namespace ferro::router {
namespace {

Response MetricsResponse(const ApiContext& context, const ferro::admin::v1::Stats* stats) {
  ScrapeInput input;
  input.lm_stats = stats;
  input.connections = context.connections ? context.connections() : 0;
  if (context.lm_tracker != nullptr) {
    if (const auto model = context.lm_tracker->Get().model) input.kernel = model->device();
  }
  Response response;
  response.headers.push_back({"Content-Type", Metrics::kContentType});
  response.body = context.metrics->Expose(input);
  return response;
}

}  // namespace

void HandleMetrics(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  if (context.lm == nullptr || !context.lm_tracker->Get().ready()) {
    return exchange->Reply(MetricsResponse(context, nullptr));
  }
  context.lm->GetStats(OptionsOfCall(exchange->request(), context.options.timeout), exchange->executor(),
                       [&context, exchange](absl::StatusOr<ferro::admin::v1::Stats> stats) {
                         exchange->Reply(MetricsResponse(context, stats.ok() ? &*stats : nullptr));
                       });
}

}  // namespace ferro::router
