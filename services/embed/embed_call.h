// One Embed call, from the message to its end.
#ifndef FERRO_SERVICES_EMBED_EMBED_CALL_H_
#define FERRO_SERVICES_EMBED_EMBED_CALL_H_

#include <memory>
#include <mutex>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/schedule/embedding/embedding_engine.h"
#include "ferro/embed/v1/embed.grpc.pb.h"

namespace ferro {

// Owns itself until the call is over. Cancelling (by the client, its deadline or a broken connection) cancels the
// request; the call then ends when the engine says so.
class EmbedCall final : public grpc::ServerUnaryReactor, public std::enable_shared_from_this<EmbedCall> {
 public:
  // The reactor to hand to gRPC; valid until OnDone. `request` and `response` are the call's and live as long.
  static grpc::ServerUnaryReactor* Start(absl::StatusOr<EmbeddingEngine*> engine, absl::Time deadline,
                                         const embed::v1::EmbedRequest& request, embed::v1::EmbedResponse& response);

  // --- From gRPC.
  void OnCancel() override;
  void OnDone() override;

 private:
  EmbedCall(const embed::v1::EmbedRequest& request, embed::v1::EmbedResponse& response)
      : request_(request), response_(response) {}

  absl::StatusOr<EmbeddingId> Submit(absl::StatusOr<EmbeddingEngine*> engine, absl::Time deadline);
  // The one end of the call.
  void End(const absl::StatusOr<EmbeddingReply>& reply);
  void LogEnd(const absl::StatusOr<EmbeddingReply>& reply) const;

  const embed::v1::EmbedRequest& request_;
  embed::v1::EmbedResponse& response_;
  const absl::Time arrival_ = absl::Now();
  EmbeddingEngine* engine_ = nullptr;  // set before the request is submitted
  std::shared_ptr<EmbedCall> self_;    // until OnDone

  std::mutex mutex_;
  EmbeddingId id_ = 0;      // guarded by mutex_; 0 until the request is accepted
  bool cancelled_ = false;  // guarded by mutex_
};

}  // namespace ferro

#endif  // FERRO_SERVICES_EMBED_EMBED_CALL_H_
