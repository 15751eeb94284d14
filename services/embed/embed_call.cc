#include "services/embed/embed_call.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "services/common/status.h"
#include "services/embed/convert.h"

namespace ferro {

grpc::ServerUnaryReactor* EmbedCall::Start(absl::StatusOr<EmbeddingEngine*> engine, absl::Time deadline,
                                           const embed::v1::EmbedRequest& request, embed::v1::EmbedResponse& response) {
  const std::shared_ptr<EmbedCall> call(new EmbedCall(request, response));
  call->self_ = call;
  const absl::StatusOr<EmbeddingId> id = call->Submit(std::move(engine), deadline);
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

absl::StatusOr<EmbeddingId> EmbedCall::Submit(absl::StatusOr<EmbeddingEngine*> engine, absl::Time deadline) {
  FERRO_ASSIGN_OR_RETURN(engine_, engine);
  FERRO_ASSIGN_OR_RETURN(EmbeddingRequest request, FromProto(request_));
  request.deadline = deadline;
  return engine_->Submit(
      request, [call = shared_from_this()](absl::StatusOr<EmbeddingReply> reply) { call->End(std::move(reply)); });
}

void EmbedCall::End(const absl::StatusOr<EmbeddingReply>& reply) {
  if (reply.ok()) response_ = ToProto(*reply);
  LogEnd(reply);
  Finish(ToGrpcStatus(reply.status()));
}

void EmbedCall::LogEnd(const absl::StatusOr<EmbeddingReply>& reply) const {
  int tokens = 0;
  for (const embed::v1::Embedding& embedding : response_.embeddings()) tokens += embedding.prompt_tokens();
  const EmbeddingTimings timings = reply.ok() ? reply->timings : EmbeddingTimings();
  const auto ms = [](double value) { return absl::StrFormat("%.1f", value); };
  LogInfo("embed", {{"request_id", request_.request_id()},
                    {"status", absl::StatusCodeToString(reply.status().code())},
                    {"error", reply.status().message()},
                    {"items", request_.items_size()},
                    {"tokens", tokens},
                    {"queue_ms", ms(timings.queue_ms)},
                    {"tokenize_ms", ms(timings.tokenize_ms)},
                    {"compute_ms", ms(timings.compute_ms)},
                    {"total_ms", ms(absl::ToDoubleMilliseconds(absl::Now() - arrival_))}});
}

void EmbedCall::OnCancel() {
  EmbeddingId id;
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    id = id_;
  }
  if (id != 0) engine_->Cancel(id);
}

void EmbedCall::OnDone() { self_.reset(); }

}  // namespace ferro
