#include "router/api/health.h"

#include <utility>

#include "absl/time/clock.h"
#include "base/error_detail.h"
#include "base/version.h"
#include "router/api/call_options.h"

namespace ferro::router {
namespace {

using ferro::admin::v1::Stats;

constexpr ErrorShape kShape = ErrorShape::kLlamaCpp;

const char* StateName(const ServiceState& state) {
  switch (state.phase) {
    case ServiceState::Phase::kReady:
      return "ready";
    case ServiceState::Phase::kLoading:
      return "loading";
    case ServiceState::Phase::kUnreachable:
      return "unreachable";
  }
  return "";
}

Json HealthJson(const ApiContext& context, const ServiceState& lm, const Stats* stats) {
  Json body{{"status", "ok"}, {"version", kVersion}, {"uptime_s", absl::ToDoubleSeconds(absl::Now() - context.start)}};
  Json model{{"state", StateName(lm)}};
  if (lm.model) {
    model = Json{
        {"id", lm.model->id()}, {"state", StateName(lm)}, {"n_ctx", lm.model->context()}, {"slots", lm.model->slots()}};
    // The name begins with the kind. A service whose device fails ends, so that nothing runs as a fallback.
    const std::string& device = lm.model->device();
    body["device"] = {{"kind", device.substr(0, device.find(' '))}, {"name", device}, {"fallback", false}};
  }
  body["models"] = {{"lm", std::move(model)}};
  if (stats == nullptr) return body;
  int busy = 0;
  for (const auto& slot : stats->slots()) busy += slot.state() != "idle" && !slot.state().empty();
  body["queue"] = {{"lm", stats->queue_length()}, {"depth", stats->queue_depth()}};
  body["slots"] = {{"total", stats->slots_size()}, {"busy", busy}};
  body["rates"] = {{"decode_tps", stats->decode_tokens_per_second()},
                   {"prefill_tps", stats->prefill_tokens_per_second()}};
  body["memory"] = {{"used", stats->resident_bytes()}};
  if (stats->memory_limit_bytes() > 0) body["memory"]["limit"] = stats->memory_limit_bytes();
  return body;
}

absl::Status Loading() {
  ErrorDetail detail;
  detail.reason = kReasonModelLoading;
  return WithDetail(absl::UnavailableError("Loading model"), detail);
}

}  // namespace

void HandleHealth(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  if (context.lm_tracker == nullptr) {
    return exchange->Reply(JsonResponse(Json{{"status", "ok"},
                                             {"version", kVersion},
                                             {"uptime_s", absl::ToDoubleSeconds(absl::Now() - context.start)},
                                             {"models", Json::object()}}));
  }
  const ServiceState lm = context.lm_tracker->Get();
  if (!lm.ready()) return ReplyError(*exchange, Loading(), kShape);
  context.lm->GetStats(OptionsOfCall(exchange->request(), context.options.timeout), exchange->executor(),
                       [&context, exchange, lm](absl::StatusOr<Stats> stats) {
                         // A service too busy to tell its numbers is still healthy.
                         exchange->Reply(JsonResponse(HealthJson(context, lm, stats.ok() ? &*stats : nullptr)));
                       });
}

void HandleLive(ApiContext&, std::shared_ptr<Exchange> exchange) {
  exchange->Reply(JsonResponse(Json{{"status", "ok"}}));
}

void HandleReady(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  if (context.draining) {
    ErrorDetail detail;
    detail.reason = kReasonDraining;
    return ReplyError(*exchange, WithDetail(absl::UnavailableError("the server is stopping"), detail), kShape);
  }
  if (context.lm_tracker != nullptr && !context.lm_tracker->Get().ready()) {
    return ReplyError(*exchange, Loading(), kShape);
  }
  exchange->Reply(JsonResponse(Json{{"status", "ok"}}));
}

}  // namespace ferro::router
