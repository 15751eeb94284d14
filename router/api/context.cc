#include "router/api/context.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "router/api/field_reader.h"
#include "router/upstream/status.h"

namespace ferro::router {

using ferro::common::v1::ModelInfo;

namespace {

absl::StatusOr<std::shared_ptr<const ModelInfo>> ReadyModel(const ServiceTracker& tracker) {
  const ServiceState state = tracker.Get();
  if (state.ready()) return state.model;
  ErrorDetail detail;
  detail.reason = kReasonModelLoading;
  return WithDetail(absl::UnavailableError("Loading model"), detail);
}

}  // namespace

absl::StatusOr<Json> ParseObject(Exchange& exchange) {
  const std::string text = std::move(exchange.request().body);
  exchange.request().body.clear();
  if (text.empty()) return absl::InvalidArgumentError("empty body; a JSON object is expected");
  FERRO_ASSIGN_OR_RETURN(Json body, ParseJson(text));
  if (!body.is_object()) {
    return absl::InvalidArgumentError(absl::StrCat("the body must be a JSON object, but is ", body.type_name()));
  }
  return body;
}

absl::StatusOr<std::shared_ptr<const ModelInfo>> ReadyLm(const ApiContext& context) {
  if (context.lm == nullptr) {
    return absl::UnimplementedError("this server has no language model; start it with --lm-target (ferro up: --lm)");
  }
  return ReadyModel(*context.lm_tracker);
}

absl::StatusOr<std::shared_ptr<const ModelInfo>> ReadyDecide(const ApiContext& context) {
  // llama.cpp's words, which clients may look for.
  if (context.decide == nullptr) return absl::UnimplementedError("This model is not a decision model");
  return ReadyModel(*context.decide_tracker);
}

absl::StatusOr<std::shared_ptr<const ModelInfo>> ReadyEmbed(const ApiContext& context) {
  if (context.embed == nullptr) {
    return absl::UnimplementedError(
        "this server has no embedding model; start it with --embed-target (ferro up: --embed)");
  }
  return ReadyModel(*context.embed_tracker);
}

absl::Status CheckModelName(const ApiContext& context, const ServiceTracker* tracker, const Json& body) {
  FERRO_ASSIGN_OR_RETURN(const std::optional<std::string> name, ReadString(body, "model"));
  if (!name || name->empty() || !context.options.strict_model || tracker == nullptr) return absl::OkStatus();
  const ServiceState state = tracker->Get();
  const auto& aliases = context.options.model_aliases;
  if (state.model == nullptr || state.model->id() == *name) return absl::OkStatus();
  // The aliases are the language model's.
  if (tracker == context.lm_tracker && std::find(aliases.begin(), aliases.end(), *name) != aliases.end())
    return absl::OkStatus();
  ErrorDetail detail;
  detail.param = "model";
  return WithDetail(absl::NotFoundError(absl::StrCat("model '", *name, "' is not served here; this server has '",
                                                     state.model->id(), "' (--strict-model is on)")),
                    detail);
}

HttpError UpstreamError(const absl::Status& status, bool started) {
  if (!IsTransportFailure(status)) return ErrorOf(status);
  if (started) return ErrorOf(502, absl::StrCat("the model service ended during the request: ", status.message()));
  // Nothing was produced, and a service that is started again will load its model.
  HttpError error = ErrorOf(503, "Loading model: its service does not answer");
  error.code = "model_loading";
  error.retry_after_s = 2;
  return error;
}

void ReplyError(Exchange& exchange, const absl::Status& status, ErrorShape shape) {
  ReplyError(exchange, ErrorOf(status), shape);
}

void ReplyError(Exchange& exchange, const HttpError& error, ErrorShape shape) {
  exchange.Reply(ErrorResponse(error, shape));
}

}  // namespace ferro::router
