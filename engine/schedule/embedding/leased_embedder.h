// An embedding model that takes turns on the device with other processes.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_LEASED_EMBEDDER_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_LEASED_EMBEDDER_H_

#include <memory>
#include <utility>
#include <vector>

#include "engine/lease/device_lease.h"
#include "engine/schedule/embedding/embedder.h"

namespace ferro {

// A pass waits for the lease and gives way between its segments. Vectors are those of the embedder, bit for bit.
class LeasedEmbedder final : public Embedder {
 public:
  LeasedEmbedder(std::unique_ptr<Embedder> embedder, std::shared_ptr<DeviceLease> lease)
      : embedder_(std::move(embedder)), lease_(std::move(lease)) {}

  int max_pass_rows() const override { return embedder_->max_pass_rows(); }
  absl::StatusOr<std::vector<float>> Embed(absl::Span<const TokenSequence> sequences,
                                           const EncoderOps::SegmentHook& hook) override {
    const LeaseHold hold(lease_.get(), LeaseClass::kEmbedding);
    return embedder_->Embed(sequences, [&] {
      lease_->Yield(LeaseClass::kEmbedding);
      return hook();
    });
  }

 private:
  const std::unique_ptr<Embedder> embedder_;
  const std::shared_ptr<DeviceLease> lease_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_LEASED_EMBEDDER_H_
