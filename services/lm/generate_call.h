// One Generate call: passes events from the scheduler's thread to a client that reads at its own speed.
#ifndef FERRO_SERVICES_LM_GENERATE_CALL_H_
#define FERRO_SERVICES_LM_GENERATE_CALL_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "engine/schedule/generation.h"
#include "engine/schedule/lm_engine.h"
#include "ferro/lm/v1/lm.grpc.pb.h"
#include "services/lm/outbox.h"

namespace ferro {

// Owns itself until the call is over. gRPC keeps at most one write under way; what comes meanwhile waits in the outbox,
// so that a slow client never holds up the scheduler. Cancelling (by the client, its deadline or a broken connection)
// cancels the request; the call then ends when the scheduler says that its slot is free.
class GenerateCall final : public grpc::ServerWriteReactor<lm::v1::GenerateResponse>,
                           public GenerationSink,
                           public std::enable_shared_from_this<GenerateCall> {
 public:
  // The reactor to hand to gRPC; valid until OnDone.
  static grpc::ServerWriteReactor<lm::v1::GenerateResponse>* Start(absl::StatusOr<LanguageModel*> model,
                                                                   const lm::v1::GenerateRequest& request);

  // --- From gRPC.
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

  // --- From the scheduler.
  void OnStarted(const StartedEvent& event) override;
  void OnProgress(const ProgressEvent& event) override;
  void OnDelta(DeltaEvent event) override;
  void OnFinished(FinishedEvent event) override;
  void OnError(const absl::Status& status) override;

 private:
  explicit GenerateCall(const lm::v1::GenerateRequest& request) : request_id_(request.request_id()) {}

  void Submit(absl::StatusOr<LanguageModel*> model, const lm::v1::GenerateRequest& request);
  void Send(lm::v1::GenerateResponse message);
  void End(absl::Status status);  // with mutex_ held
  void Pump();                    // with mutex_ held
  void CancelRequest();           // without mutex_
  void LogEnd();

  const std::string request_id_;
  const absl::Time arrival_ = absl::Now();
  std::shared_ptr<GenerateCall> self_;  // until OnDone

  std::mutex mutex_;
  // Guarded by mutex_.
  LanguageModel* model_ = nullptr;  // null until the request is accepted
  RequestId id_ = 0;
  bool cancelled_ = false;
  Outbox outbox_;
  lm::v1::GenerateResponse writing_message_;
  bool writing_ = false;
  std::optional<absl::Status> end_;  // the call's status, to be sent after the outbox
  bool finish_called_ = false;
  std::optional<FinishedEvent> finished_;  // for the log
  int prompt_tokens_ = 0;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_GENERATE_CALL_H_
