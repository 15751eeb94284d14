// The device's thread for one kind of model whose requests go through whole passes.
#ifndef FERRO_ENGINE_SCHEDULE_PASS_RUNNER_OF_H_
#define FERRO_ENGINE_SCHEDULE_PASS_RUNNER_OF_H_

#include <functional>
#include <future>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "base/status_macros.h"
#include "engine/schedule/pass/pass_runner.h"
#include "engine/schedule/pass/pass_work.h"

namespace ferro {

template <class Model>
struct RunnerOptions {
  int batch_tokens = 4096;  // of a pass of several sequences; no more than the model takes
  int queue_depth = 64;     // requests that wait
  // As PassRunnerOptions::recover, but gives the model to go on with; the old one may be gone as soon as it is called.
  std::function<absl::StatusOr<Model*>(const absl::Status& failure)> recover;
};

// A PassRunner whose work is `Work`, a PassWork that also says
//   using Model = ...;  // with max_pass_rows()
//   static absl::Status RunPass(Model&, absl::Span<const PassPart>, hook);  // see PassDevice; all works are `Work`
// What a sequence gets does not depend on its pass, unless the model says otherwise (HeteroEmbedder).
template <class Work>
class RunnerOf final : private PassDevice {
 public:
  using Model = typename Work::Model;

  // `model` must outlive the runner and belongs to its thread from now on.
  explicit RunnerOf(Model& model, const RunnerOptions<Model>& options = {})
      : model_(&model), runner_(*this, PassOptions(options)) {}

  // The rest is PassRunner's.
  absl::StatusOr<PassWorkId> Submit(std::unique_ptr<Work> work) { return runner_.Submit(std::move(work)); }
  absl::Status Refusal(absl::Time deadline = absl::InfiniteFuture()) const { return runner_.Refusal(deadline); }
  void Cancel(PassWorkId id) { runner_.Cancel(id); }
  void Drain(absl::Duration grace) { runner_.Drain(grace); }
  bool Idle() const { return runner_.Idle(); }
  absl::Status Health() const { return runner_.Health(); }
  PassStats Stats() const { return runner_.Stats(); }

 private:
  PassRunnerOptions PassOptions(const RunnerOptions<Model>& options) {
    PassRunnerOptions pass = {options.batch_tokens, options.queue_depth, nullptr};
    if (options.recover) {
      pass.recover = [this, recover = options.recover](const absl::Status& failure) {
        FERRO_ASSIGN_OR_RETURN(model_, recover(failure));
        return absl::OkStatus();
      };
    }
    return pass;
  }

  int max_pass_rows() const override { return model_->max_pass_rows(); }
  absl::Status RunPass(absl::Span<const PassPart> parts, const std::function<absl::Status()>& hook) override {
    return Work::RunPass(*model_, parts, hook);
  }

  Model* model_;
  PassRunner runner_;  // last: its thread uses the model
};

// Calls `submit` with a function that takes the reply, and waits for it. Where `submit` fails, none comes.
template <class Reply, class Submit>
absl::StatusOr<Reply> SubmitAndWait(const Submit& submit) {
  auto promise = std::make_shared<std::promise<absl::StatusOr<Reply>>>();
  std::future<absl::StatusOr<Reply>> reply = promise->get_future();
  FERRO_RETURN_IF_ERROR(submit([promise](absl::StatusOr<Reply> end) { promise->set_value(std::move(end)); }).status());
  return reply.get();
}

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_PASS_RUNNER_OF_H_
