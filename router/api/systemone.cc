#include "router/api/systemone.h"

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "router/api/call_options.h"
#include "router/systemone/request.h"
#include "router/systemone/response.h"

namespace ferro::router {
namespace {

using ferro::common::v1::ModelInfo;
using ferro::decide::v1::Answer;
using ferro::decide::v1::DecideItem;
using ferro::decide::v1::DecideRequest;
using ferro::decide::v1::DecideResponse;
using ferro::decide::v1::DecideResult;

constexpr ErrorShape kShape = ErrorShape::kLlamaCpp;

// What the service gets. `call` keeps the questions, which the answer is written from, and not the states, which may be
// large.
DecideRequest TakeRequest(SystemoneCall* call, const std::string& request_id) {
  std::vector<std::string> states;
  for (DecideItem& item : *call->request.mutable_items()) states.push_back(std::move(*item.mutable_state_json()));
  DecideRequest request = call->request;
  for (size_t i = 0; i < states.size(); ++i) {
    request.mutable_items(static_cast<int>(i))->set_state_json(std::move(states[i]));
    call->request.mutable_items(static_cast<int>(i))->clear_state_json();
  }
  request.set_request_id(request_id);
  return request;
}

const char* TypeOf(const Answer& answer) {
  switch (answer.answer_case()) {
    case Answer::kChoice:
      return "choice";
    case Answer::kScore:
      return "score";
    default:
      return "noul";
  }
}

void Count(const DecideResponse& response, Metrics& metrics, WorkNote& note) {
  int tokens = 0;
  for (const DecideResult& result : response.results()) {
    for (const Answer& answer : result.answers()) {
      metrics.CountDecision(TypeOf(answer));
      tokens += answer.input_tokens();
    }
  }
  note.prompt_tokens = tokens;
  note.generated_tokens = 0;
  note.queue_ms = response.timings().queue_ms();
  metrics.ObserveDecisionQueue(absl::Milliseconds(note.queue_ms));
}

void Answer200(ApiContext& context, Exchange& exchange, const SystemoneCall& call, const DecideResponse& response,
               const SystemoneResponseOptions& options) {
  absl::StatusOr<std::string> body = SystemoneResponse(call, response, options);
  if (!body.ok()) return ReplyError(exchange, body.status(), kShape);
  Count(response, *context.metrics, exchange.note());
  context.metrics->ObserveDecision(absl::Now() - exchange.request().arrival);
  Response reply;
  reply.headers.push_back({"Content-Type", "application/json; charset=utf-8"});
  reply.body = *std::move(body);
  exchange.Reply(std::move(reply));
}

}  // namespace

void HandleSystemone(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  const absl::StatusOr<std::shared_ptr<const ModelInfo>> model = ReadyDecide(context);
  // A server that will never decide says so whatever the body; one that will, soon, names the body's faults first.
  if (absl::IsUnimplemented(model.status())) return ReplyError(*exchange, model.status(), kShape);
  const std::string text = std::exchange(exchange->request().body, "");
  absl::StatusOr<SystemoneCall> call = ParseSystemone(text);
  if (!call.ok()) return ReplyError(*exchange, call.status(), kShape);
  if (!model.ok()) return ReplyError(*exchange, model.status(), kShape);

  const Request& request = exchange->request();
  const SystemoneResponseOptions options{(*model)->id(), WantsAudit(HeaderOr(request.head.headers, "user-agent"))};
  exchange->note().model = options.model;
  DecideRequest rpc = TakeRequest(&*call, request.request_id);
  const std::weak_ptr<Call> running = context.decide->Decide(
      std::move(rpc), OptionsOfCall(request, context.options.timeout), exchange->executor(),
      [&context, exchange, options, call = *std::move(call)](absl::StatusOr<DecideResponse> response) {
        if (!response.ok()) return ReplyError(*exchange, UpstreamError(response.status(), false), kShape);
        Answer200(context, *exchange, call, *response, options);
      });
  exchange->OnCancel([running] {
    if (const auto decision = running.lock()) decision->Abort();
  });
}

}  // namespace ferro::router
