#include "router/api/service_stats.h"

#include <utility>

#include "router/api/call_options.h"

namespace ferro::router {
namespace {

using ferro::admin::v1::Stats;

// On the exchange's executor.
struct Collection {
  ServiceStats stats;
  int missing = 0;
  std::function<void(const ServiceStats&)> done;

  void Put(std::optional<Stats> ServiceStats::*slot, absl::StatusOr<Stats> answer) {
    if (answer.ok()) stats.*slot = *std::move(answer);
    if (--missing == 0) done(stats);
  }
};

bool IsReady(const ServiceTracker* tracker) { return tracker != nullptr && tracker->Get().ready(); }

}  // namespace

void CollectStats(ApiContext& context, std::shared_ptr<Exchange> exchange,
                  std::function<void(const ServiceStats&)> done) {
  const bool lm = IsReady(context.lm_tracker);
  const bool decide = IsReady(context.decide_tracker);
  const bool embed = IsReady(context.embed_tracker);
  const auto collection = std::make_shared<Collection>();
  collection->missing = lm + decide + embed;
  if (collection->missing == 0) return done(collection->stats);
  collection->done = std::move(done);
  const CallOptions options = OptionsOfCall(exchange->request(), context.options.timeout);
  const auto into = [&collection](std::optional<Stats> ServiceStats::*slot) {
    return [collection, slot](absl::StatusOr<Stats> answer) { collection->Put(slot, std::move(answer)); };
  };
  if (lm) context.lm->GetStats(options, exchange->executor(), into(&ServiceStats::lm));
  if (decide) context.decide->GetStats(options, exchange->executor(), into(&ServiceStats::decide));
  if (embed) context.embed->GetStats(options, exchange->executor(), into(&ServiceStats::embed));
}

}  // namespace ferro::router
