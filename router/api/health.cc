#include "router/api/health.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/time/clock.h"
#include "base/error_detail.h"
#include "base/version.h"
#include "router/api/service_stats.h"

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

Json ModelJson(const ServiceState& state) {
  if (!state.model) return Json{{"state", StateName(state)}};
  Json json{{"id", state.model->id()}, {"state", StateName(state)}, {"n_ctx", state.model->context()}};
  if (state.model->slots() > 0) json["slots"] = state.model->slots();
  return json;
}

// The name begins with the kind. A service whose device fails ends, so that nothing runs as a fallback.
Json DeviceJson(const std::string& device) {
  return Json{{"kind", device.substr(0, device.find(' '))}, {"name", device}, {"fallback", false}};
}

void AddLmStats(const Stats& stats, Json* body) {
  int busy = 0;
  for (const auto& slot : stats.slots()) busy += slot.state() != "idle" && !slot.state().empty();
  (*body)["queue"] = {{"lm", stats.queue_length()}, {"depth", stats.queue_depth()}};
  (*body)["slots"] = {{"total", stats.slots_size()}, {"busy", busy}};
  (*body)["rates"] = {{"decode_tps", stats.decode_tokens_per_second()},
                      {"prefill_tps", stats.prefill_tokens_per_second()}};
}

// Of a service that runs passes: `kind` is decide or embed.
void AddPassStats(const std::string& kind, const Stats& stats, Json* body) {
  (*body)["queue"][kind] = stats.queue_length();
  (*body)["queue"][kind + "_depth"] = stats.queue_depth();
  (*body)["rates"][kind + "_tps"] = stats.prefill_tokens_per_second();
}

// `used` over all services; the limit is one control group's or the machine's, so that all tell the same.
void AddMemory(const ServiceStats& stats, Json* body) {
  int64_t used = 0;
  int64_t limit = 0;
  for (const std::optional<Stats>* service : {&stats.lm, &stats.decide, &stats.embed}) {
    if (!*service) continue;
    used += (*service)->resident_bytes();
    limit = std::max(limit, (*service)->memory_limit_bytes());
  }
  if (used == 0) return;
  (*body)["memory"] = {{"used", used}};
  if (limit > 0) (*body)["memory"]["limit"] = limit;
}

Json HealthJson(const ApiContext& context, const ServiceStats& stats) {
  Json body{{"status", "ok"}, {"version", kVersion}, {"uptime_s", absl::ToDoubleSeconds(absl::Now() - context.start)}};
  Json models = Json::object();
  for (const auto& [name, tracker] : {std::pair("lm", context.lm_tracker), std::pair("decide", context.decide_tracker),
                                      std::pair("embed", context.embed_tracker)}) {
    if (tracker == nullptr) continue;
    const ServiceState state = tracker->Get();
    if (state.model && !body.contains("device")) body["device"] = DeviceJson(state.model->device());
    models[name] = ModelJson(state);
  }
  body["models"] = std::move(models);
  if (stats.lm) AddLmStats(*stats.lm, &body);
  if (stats.decide) AddPassStats("decide", *stats.decide, &body);
  if (stats.embed) AddPassStats("embed", *stats.embed, &body);
  AddMemory(stats, &body);
  return body;
}

bool AllReady(const ApiContext& context) {
  const auto trackers = {context.lm_tracker, context.decide_tracker, context.embed_tracker};
  return std::all_of(trackers.begin(), trackers.end(),
                     [](const ServiceTracker* tracker) { return tracker == nullptr || tracker->Get().ready(); });
}

absl::Status Loading() {
  ErrorDetail detail;
  detail.reason = kReasonModelLoading;
  return WithDetail(absl::UnavailableError("Loading model"), detail);
}

}  // namespace

void HandleHealth(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  if (!AllReady(context)) return ReplyError(*exchange, Loading(), kShape);
  CollectStats(context, exchange, [&context, exchange](const ServiceStats& stats) {
    exchange->Reply(JsonResponse(HealthJson(context, stats)));
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
  if (!AllReady(context)) return ReplyError(*exchange, Loading(), kShape);
  exchange->Reply(JsonResponse(Json{{"status", "ok"}}));
}

}  // namespace ferro::router
