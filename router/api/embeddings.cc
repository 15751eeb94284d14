#include "router/api/embeddings.h"

#include <functional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/error_detail.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "router/api/call_options.h"
#include "router/api/embed_fields.h"
#include "router/api/embed_reply.h"
#include "router/api/rerank_format.h"

namespace ferro::router {
namespace {

using ferro::common::v1::ModelInfo;
using ferro::embed::v1::EmbedResponse;

constexpr char kTokenWarning[] = "token-array-input";

// Called with an answer that is as long as the request.
using Answer = std::function<Response(const EmbedResponse& response)>;

Response JsonText(std::string body) {
  Response response;
  response.headers.push_back({"Content-Type", "application/json; charset=utf-8"});
  response.body = std::move(body);
  return response;
}

// Clients that tokenise for another model get vectors of nonsense, and nobody notices.
absl::Status CheckTokens(ApiContext& context, const Request& request, const EmbedCall& call) {
  if (!HasTokens(call.request)) return absl::OkStatus();
  if (context.options.reject_token_input) {
    return InvalidField(call.input_field,
                        "token ids are not taken here (--reject-token-input), since most clients make them with "
                        "another model's tokenizer; send text (LangChain: check_embedding_ctx_length=False)",
                        kReasonUnsupported);
  }
  const std::string& client = request.key_label.empty() ? request.peer : request.key_label;
  if (context.warned_of_tokens.First(client)) {
    LogWarning("token_array_input", {{"client", client},
                                     {"note",
                                      "these must be ids of this model's own vocabulary; clients that use "
                                      "another one get vectors that mean nothing"}});
  }
  return absl::OkStatus();
}

void Count(ApiContext& context, Exchange& exchange, const EmbedResponse& response) {
  WorkNote& note = exchange.note();
  note.prompt_tokens = PromptTokens(response);
  note.generated_tokens = 0;
  note.queue_ms = response.timings().queue_ms();
  context.metrics->CountEmbedItems(response.embeddings_size());
  context.metrics->ObserveEmbed(absl::Now() - exchange.request().arrival);
  context.metrics->ObserveEmbedQueue(absl::Milliseconds(note.queue_ms));
}

// Sends `call` to the service; `answer` makes the body.
void Run(ApiContext& context, std::shared_ptr<Exchange> exchange, EmbedCall call, ErrorShape shape, Answer answer) {
  const Request& request = exchange->request();
  const bool tokens = HasTokens(call.request);
  const int items = call.request.items_size();
  // Not kept: it may be large.
  ferro::embed::v1::EmbedRequest rpc = std::exchange(call.request, {});
  rpc.set_request_id(request.request_id);
  const std::weak_ptr<Call> running = context.embed->Embed(
      std::move(rpc), OptionsOfCall(request, context.options.timeout), exchange->executor(),
      [&context, exchange, shape, tokens, items, call = std::move(call),
       answer = std::move(answer)](absl::StatusOr<EmbedResponse> response) {
        if (!response.ok()) {
          return ReplyError(*exchange, UpstreamError(InClientWords(call, items, response.status()), false), shape);
        }
        if (response->embeddings_size() != items) {
          return ReplyError(*exchange, absl::InternalError("the service answered something else than was asked"),
                            shape);
        }
        Count(context, *exchange, *response);
        Response reply = answer(*response);
        if (tokens) reply.headers.push_back({"X-Ferro-Warning", kTokenWarning});
        exchange->Reply(std::move(reply));
      });
  exchange->OnCancel([running] {
    if (const auto embedding = running.lock()) embedding->Abort();
  });
}

// The model, and what `read` makes of the body; replies with an error where there is one, and returns null.
template <class T>
std::shared_ptr<const ModelInfo> Begin(ApiContext& context, Exchange& exchange, ErrorShape shape,
                                       absl::StatusOr<T> (*read)(const Json&), T* call) {
  const absl::StatusOr<std::shared_ptr<const ModelInfo>> model = ReadyEmbed(context);
  // A server that will never embed says so whatever the body; one that will, soon, names the body's faults first.
  const absl::Status status = [&]() -> absl::Status {
    if (absl::IsUnimplemented(model.status())) return model.status();
    FERRO_ASSIGN_OR_RETURN(const Json body, ParseObject(exchange));
    FERRO_RETURN_IF_ERROR(CheckModelName(context, context.embed_tracker, body));
    FERRO_ASSIGN_OR_RETURN(*call, read(body));
    return model.status();
  }();
  if (!status.ok()) {
    ReplyError(exchange, status, shape);
    return nullptr;
  }
  exchange.note().model = (*model)->id();
  return *model;
}

void Embed(ApiContext& context, std::shared_ptr<Exchange> exchange, ErrorShape shape, bool native) {
  EmbedCall call;
  const std::shared_ptr<const ModelInfo> model = Begin(context, *exchange, shape, ReadEmbedCall, &call);
  if (model == nullptr) return;
  if (const absl::Status tokens = CheckTokens(context, exchange->request(), call); !tokens.ok()) {
    return ReplyError(*exchange, tokens, shape);
  }
  const std::string name = call.model.empty() ? model->id() : call.model;
  const bool base64 = call.base64;
  Answer answer = [name, base64](const EmbedResponse& response) { return JsonText(EmbedBody(response, name, base64)); };
  if (native || call.native) answer = [](const EmbedResponse& response) { return JsonText(NativeEmbedBody(response)); };
  Run(context, std::move(exchange), std::move(call), shape, std::move(answer));
}

}  // namespace

void HandleEmbeddings(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  Embed(context, std::move(exchange), ErrorShape::kOpenAi, /*native=*/false);
}

void HandleNativeEmbeddings(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  Embed(context, std::move(exchange), ErrorShape::kLlamaCpp, /*native=*/true);
}

void HandleRerank(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  constexpr ErrorShape kShape = ErrorShape::kLlamaCpp;
  RerankCall call;
  const std::shared_ptr<const ModelInfo> model = Begin(context, *exchange, kShape, ReadRerankCall, &call);
  if (model == nullptr) return;
  const std::string name = call.embed.model.empty() ? model->id() : call.embed.model;
  EmbedCall embed = std::move(call.embed);
  Run(context, std::move(exchange), std::move(embed), kShape,
      [call = std::move(call), name](const EmbedResponse& response) {
        return JsonResponse(RerankBody(call, response, name));
      });
}

}  // namespace ferro::router
