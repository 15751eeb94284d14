#include "router/api/metrics_route.h"

#include <string>
#include <utility>

#include "router/api/service_stats.h"

namespace ferro::router {
namespace {

Response MetricsResponse(const ApiContext& context, const Request& request, const ServiceStats& stats) {
  ScrapeInput input;
  input.compat = context.options.metrics_compat;
  input.lm_stats = stats.lm ? &*stats.lm : nullptr;
  input.decide_stats = stats.decide ? &*stats.decide : nullptr;
  input.embed_stats = stats.embed ? &*stats.embed : nullptr;
  input.connections = context.connections ? context.connections() : 0;
  for (const ServiceTracker* tracker : {context.lm_tracker, context.decide_tracker, context.embed_tracker}) {
    const auto model = tracker != nullptr ? tracker->Get().model : nullptr;
    if (model == nullptr) continue;
    input.kernel = model->device();
    input.model = model->id();
    break;
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
  CollectStats(context, exchange, [&context, exchange](const ServiceStats& stats) {
    exchange->Reply(MetricsResponse(context, exchange->request(), stats));
  });
}

}  // namespace ferro::router
