#include "router/api/metrics_route.h"

#include <string>
#include <utility>

#include "router/api/call_options.h"

namespace ferro::router {
namespace {

Response MetricsResponse(const ApiContext& context, const Request& request, const ferro::admin::v1::Stats* stats) {
  ScrapeInput input;
  input.compat = context.options.metrics_compat;
  input.lm_stats = stats;
  input.connections = context.connections ? context.connections() : 0;
  if (context.lm_tracker != nullptr) {
    if (const auto model = context.lm_tracker->Get().model) {
      input.kernel = model->device();
      input.model = model->id();
    }
  }
  Response response;
  const ExpositionFormat format = ChooseFormat(HeaderOr(request.head.headers, "accept"));
  response.headers.push_back({"Content-Type", ContentType(format)});
  response.headers.push_back({"Vary", "Accept"});
  response.body = context.metrics->Expose(input, format);
  return response;
}

}  // namespace

void HandleMetrics(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  if (context.lm == nullptr || !context.lm_tracker->Get().ready()) {
    return exchange->Reply(MetricsResponse(context, exchange->request(), nullptr));
  }
  context.lm->GetStats(OptionsOfCall(exchange->request(), context.options.timeout), exchange->executor(),
                       [&context, exchange](absl::StatusOr<ferro::admin::v1::Stats> stats) {
                         exchange->Reply(MetricsResponse(context, exchange->request(), stats.ok() ? &*stats : nullptr));
                       });
}

}  // namespace ferro::router
