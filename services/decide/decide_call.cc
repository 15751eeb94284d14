#include "services/decide/decide_call.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "services/common/status.h"
#include "services/decide/convert.h"

namespace ferro {

grpc::ServerUnaryReactor* DecideCall::Start(absl::StatusOr<DecisionEngine*> engine, absl::Time deadline,
                                            const decide::v1::DecideRequest& request,
                                            decide::v1::DecideResponse& response) {
  const std::shared_ptr<DecideCall> call(new DecideCall(request, response));
  call->self_ = call;
  const absl::StatusOr<DecisionId> id = call->Submit(std::move(engine), deadline);
  if (!id.ok()) {
    call->End(id.status());
    return call.get();
  }
  bool cancelled;
  {
    const std::lock_guard lock(call->mutex_);
    call->id_ = *id;
    cancelled = call->cancelled_;
  }
  if (cancelled) call->engine_->Cancel(*id);  // it came before the id
  return call.get();
}

absl::StatusOr<DecisionId> DecideCall::Submit(absl::StatusOr<DecisionEngine*> engine, absl::Time deadline) {
  FERRO_ASSIGN_OR_RETURN(engine_, engine);
  FERRO_ASSIGN_OR_RETURN(DecisionRequest request, FromProto(request_));
  request.deadline = deadline;
  return engine_->Submit(
      request, [call = shared_from_this()](absl::StatusOr<DecisionReply> reply) { call->End(std::move(reply)); });
}

void DecideCall::End(const absl::StatusOr<DecisionReply>& reply) {
  if (reply.ok()) {
    response_ = ToProto(request_, *reply, [this](const DecisionPrompt& prompt) { return engine_->PromptText(prompt); });
  }
  LogEnd(reply);
  Finish(ToGrpcStatus(reply.status()));
}

void DecideCall::LogEnd(const absl::StatusOr<DecisionReply>& reply) const {
  int questions = 0, tokens = 0;
  for (const decide::v1::DecideItem& item : request_.items()) questions += item.questions_size();
  for (const decide::v1::DecideResult& result : response_.results()) {
    for (const decide::v1::Answer& answer : result.answers()) tokens += answer.input_tokens();
  }
  const DecisionTimings timings = reply.ok() ? reply->timings : DecisionTimings();
  const auto ms = [](double value) { return absl::StrFormat("%.1f", value); };
  LogInfo("decide", {{"request_id", request_.request_id()},
                     {"status", absl::StatusCodeToString(reply.status().code())},
                     {"error", reply.status().message()},
                     {"questions", questions},
                     {"tokens", tokens},
                     {"queue_ms", ms(timings.queue_ms)},
                     {"prompt_ms", ms(timings.prompt_ms)},
                     {"compute_ms", ms(timings.compute_ms)},
                     {"total_ms", ms(absl::ToDoubleMilliseconds(absl::Now() - arrival_))}});
}

void DecideCall::OnCancel() {
  DecisionId id;
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    id = id_;
  }
  if (id != 0) engine_->Cancel(id);
}

void DecideCall::OnDone() { self_.reset(); }

}  // namespace ferro
