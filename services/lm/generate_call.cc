#include "services/lm/generate_call.h"

#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "services/common/status.h"
#include "services/lm/convert.h"

namespace ferro {

using lm::v1::GenerateRequest;
using lm::v1::GenerateResponse;

grpc::ServerWriteReactor<GenerateResponse>* GenerateCall::Start(absl::StatusOr<LanguageModel*> model,
                                                                const GenerateRequest& request) {
  const std::shared_ptr<GenerateCall> call(new GenerateCall(request));
  call->self_ = call;
  call->Submit(std::move(model), request);
  return call.get();
}

void GenerateCall::Submit(absl::StatusOr<LanguageModel*> model, const GenerateRequest& request) {
  const auto submit = [&]() -> absl::StatusOr<RequestId> {
    FERRO_RETURN_IF_ERROR(model.status());
    FERRO_ASSIGN_OR_RETURN(const LmRequest converted, FromProto(request));
    return (*model)->Generate(converted, shared_from_this());
  };
  const absl::StatusOr<RequestId> id = submit();
  bool cancelled = false;
  {
    const std::lock_guard lock(mutex_);
    if (id.ok()) {
      model_ = *model;
      id_ = *id;
      cancelled = cancelled_;
    } else {
      End(id.status());
    }
  }
  if (cancelled) CancelRequest();  // it came before the id
}

void GenerateCall::OnWriteDone(bool ok) {
  {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    if (ok) return Pump();
    outbox_.Clear();
    cancelled_ = true;
    Pump();
  }
  CancelRequest();
}

void GenerateCall::OnCancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    outbox_.Clear();
  }
  CancelRequest();
}

void GenerateCall::OnDone() {
  LogEnd();
  self_.reset();
}

void GenerateCall::OnStarted(const StartedEvent& event) {
  {
    const std::lock_guard lock(mutex_);
    prompt_tokens_ = event.prompt_tokens;
  }
  Send(ToProto(event));
}

void GenerateCall::OnProgress(const ProgressEvent& event) { Send(ToProto(event)); }

void GenerateCall::OnDelta(DeltaEvent event) { Send(ToProto(event)); }

void GenerateCall::OnFinished(FinishedEvent event) {
  Send(ToProto(event));
  const std::lock_guard lock(mutex_);
  finished_ = std::move(event);
  End(absl::OkStatus());
}

void GenerateCall::OnError(const absl::Status& status) {
  const std::lock_guard lock(mutex_);
  End(status);
}

void GenerateCall::Send(GenerateResponse message) {
  bool too_slow = false;
  {
    const std::lock_guard lock(mutex_);
    if (cancelled_ || end_) return;
    if (outbox_.Add(std::move(message))) return Pump();
    too_slow = true;
    cancelled_ = true;
    outbox_.Clear();
    End(absl::ResourceExhaustedError("the client reads too slowly: too much of the reply waits to be sent"));
  }
  if (too_slow) CancelRequest();
}

// The first status counts: what the scheduler says after a cancellation changes nothing.
void GenerateCall::End(absl::Status status) {
  if (!end_) end_ = std::move(status);
  Pump();
}

void GenerateCall::Pump() {
  if (finish_called_ || writing_) return;
  if (outbox_.Take(&writing_message_)) {
    writing_ = true;
    StartWrite(&writing_message_);
  } else if (end_) {
    finish_called_ = true;
    Finish(ToGrpcStatus(*end_));
  }
}

void GenerateCall::CancelRequest() {
  LanguageModel* model;
  RequestId id;
  {
    const std::lock_guard lock(mutex_);
    model = model_;
    id = id_;
  }
  if (model != nullptr) model->Cancel(id);
}

void GenerateCall::LogEnd() {
  const std::lock_guard lock(mutex_);
  const absl::Status status = end_.value_or(absl::CancelledError());
  const FinishedEvent end = finished_.value_or(FinishedEvent());
  const char* const finish = finished_ ? Name(end.reason) : absl::IsCancelled(status) ? "cancelled" : "error";
  const auto ms = [](double value) { return absl::StrFormat("%.1f", value); };
  LogInfo("generate", {{"request_id", request_id_},
                       {"status", absl::StatusCodeToString(status.code())},
                       {"finish", finish},
                       {"error", status.message()},
                       {"prompt_n", prompt_tokens_},
                       {"cached_n", end.usage.cached_tokens},
                       {"gen_n", end.usage.completion_tokens},
                       {"queue_ms", ms(end.timings.queue_ms)},
                       {"ttft_ms", ms(end.timings.ttft_ms)},
                       {"total_ms", ms(absl::ToDoubleMilliseconds(absl::Now() - arrival_))}});
}

}  // namespace ferro
