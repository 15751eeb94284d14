#include "services/embed/embed_call.h"

#include <memory>
#include <utility>

#include "absl/strings/str_format.h"
#include "base/log.h"
#include "services/embed/convert.h"

namespace ferro {

grpc::ServerUnaryReactor* EmbedCall::Start(absl::StatusOr<EmbeddingEngine*> engine, absl::Time deadline,
                                           const embed::v1::EmbedRequest& request, embed::v1::EmbedResponse& response) {
  return EngineCall::Start(std::shared_ptr<EmbedCall>(new EmbedCall(request, response)), std::move(engine), deadline);
}

absl::StatusOr<EmbeddingRequest> EmbedCall::Parse() const { return FromProto(request_); }

void EmbedCall::Fill(const EmbeddingReply& reply) { response_ = ToProto(reply); }

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
                    {"total_ms", ms(milliseconds())}});
}

}  // namespace ferro
