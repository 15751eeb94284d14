#include "services/decide/decide_call.h"

#include <memory>
#include <utility>

#include "absl/strings/str_format.h"
#include "base/log.h"
#include "services/decide/convert.h"

namespace ferro {

grpc::ServerUnaryReactor* DecideCall::Start(absl::StatusOr<DecisionEngine*> engine, absl::Time deadline,
                                            const decide::v1::DecideRequest& request,
                                            decide::v1::DecideResponse& response) {
  return EngineCall::Start(std::shared_ptr<DecideCall>(new DecideCall(request, response)), std::move(engine), deadline);
}

absl::StatusOr<DecisionRequest> DecideCall::Parse() const { return FromProto(request_); }

void DecideCall::Fill(const DecisionReply& reply) {
  response_ = ToProto(request_, reply, [this](const DecisionPrompt& prompt) { return engine_->PromptText(prompt); });
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
                     {"total_ms", ms(milliseconds())}});
}

}  // namespace ferro
