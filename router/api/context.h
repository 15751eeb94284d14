// What endpoint handlers work with.
#ifndef FERRO_ROUTER_API_CONTEXT_H_
#define FERRO_ROUTER_API_CONTEXT_H_

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/json.h"
#include "router/api/once_per_client.h"
#include "router/http/error.h"
#include "router/http/exchange.h"
#include "router/metrics/metrics.h"
#include "router/upstream/decide_client.h"
#include "router/upstream/embed_client.h"
#include "router/upstream/lm_client.h"
#include "router/upstream/service_tracker.h"

namespace ferro::router {

struct ApiOptions {
  // Longest wall time of a request that does not stream.
  absl::Duration timeout = absl::Seconds(3600);
  // Silence in a stream after which a comment is sent; -1 = never.
  int sse_ping_interval_s = 15;
  // Unknown model names are 404 instead of ignored.
  bool strict_model = false;
  // Token ids in place of texts to embed are 400.
  bool reject_token_input = false;
  // Further names of the model in /v1/models.
  std::vector<std::string> model_aliases;
  // Other servers' metric names, beside ours.
  MetricsCompat metrics_compat;
};

// Shared by all handlers; thread-safe parts only. Client and tracker of a service are null where it is not configured.
struct ApiContext {
  ApiOptions options;
  Metrics* metrics = nullptr;
  LmClient* lm = nullptr;
  ServiceTracker* lm_tracker = nullptr;
  DecideClient* decide = nullptr;
  ServiceTracker* decide_tracker = nullptr;
  EmbedClient* embed = nullptr;
  ServiceTracker* embed_tracker = nullptr;
  absl::Time start;
  std::atomic<bool> draining{false};
  // Whom the log has warned of token ids in place of texts, by key or address.
  OncePerClient warned_of_tokens;
  // Open client connections, for /metrics.
  std::function<int()> connections;
};

// Parses the body as a JSON object and frees it. kInvalidArgument otherwise.
absl::StatusOr<Json> ParseObject(Exchange& exchange);

// The lm model, ready to work. kUnimplemented: none is configured; kUnavailable: loading or unreachable.
absl::StatusOr<std::shared_ptr<const ferro::common::v1::ModelInfo>> ReadyLm(const ApiContext& context);

// Likewise the decision model.
absl::StatusOr<std::shared_ptr<const ferro::common::v1::ModelInfo>> ReadyDecide(const ApiContext& context);

// Likewise the embedding model.
absl::StatusOr<std::shared_ptr<const ferro::common::v1::ModelInfo>> ReadyEmbed(const ApiContext& context);

// Checks the request's `model` against the model of `tracker` (null: none) as far as the options ask. kNotFound: no
// such model.
absl::Status CheckModelName(const ApiContext& context, const ServiceTracker* tracker, const Json& body);

// A failure of a service call. `started`: the service had begun to answer.
HttpError UpstreamError(const absl::Status& status, bool started);

void ReplyError(Exchange& exchange, const absl::Status& status, ErrorShape shape);
void ReplyError(Exchange& exchange, const HttpError& error, ErrorShape shape);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_CONTEXT_H_
