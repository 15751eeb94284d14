// A language model that takes turns on the device with other processes.
#ifndef FERRO_ENGINE_SCHEDULE_LEASED_MODEL_H_
#define FERRO_ENGINE_SCHEDULE_LEASED_MODEL_H_

#include <cstdint>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/lease/device_lease.h"
#include "engine/models/causal_model.h"

namespace ferro {

// Every pass waits for the lease and gives it back when the device is done with it. A pass with prompt rows also gives
// way between its segments; one of decode rows alone does not, so that a reply waits for others once a token.
//
// On a device with a queue the lease is kept from one pass to the next as long as nobody else wants it. As soon as
// somebody does, the model no longer runs ahead: the lease changes hands when what is enqueued is done, which is two
// passes at most.
//
// Results are those of the model, bit for bit. Threads and errors: as CausalModel.
class LeasedModel final : public CausalModel {
 public:
  // `backend` is the model's and must outlive this.
  LeasedModel(std::unique_ptr<CausalModel> model, Backend& backend, std::shared_ptr<DeviceLease> lease)
      : model_(std::move(model)), backend_(backend), lease_(std::move(lease)) {}
  ~LeasedModel() override {
    backend_.SetSegmentHook(nullptr);
    lease_->Release();
  }

  int vocab_size() const override { return model_->vocab_size(); }
  int slots() const override { return model_->slots(); }
  int context() const override { return model_->context(); }
  int max_pass_rows() const override { return model_->max_pass_rows(); }
  // Changes with the wishes of other processes.
  bool runs_ahead() const override { return model_->runs_ahead() && !lease_->Contended(); }
  absl::Status ResetSlot(int slot) override { return model_->ResetSlot(slot); }

  absl::StatusOr<absl::Span<const float>> Forward(absl::Span<const SequenceStep> steps) override;
  absl::StatusOr<std::unique_ptr<ChosenTokens>> ForwardGreedy(absl::Span<const SequenceStep> steps) override;

 private:
  class TokensOfTurn;

  // Gets the lease for the next pass.
  absl::Status BeginTurn(absl::Span<const SequenceStep> steps);
  // The device is done with that pass.
  void EndTurn(int64_t pass);

  const std::unique_ptr<CausalModel> model_;
  Backend& backend_;
  const std::shared_ptr<DeviceLease> lease_;
  int64_t passes_ = 0;    // that were begun
  bool pending_ = false;  // the device may still be at the last one
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_LEASED_MODEL_H_
