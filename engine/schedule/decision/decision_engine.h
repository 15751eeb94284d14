// A decision model ready to answer: file, tokenizer, prompts, calibration, device and batcher in one object.
//
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<DecisionEngine> engine, DecisionEngine::Load("d1.gguf", options));
//   FERRO_ASSIGN_OR_RETURN(const DecisionReply reply, engine->Decide(request));
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_DECISION_ENGINE_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_DECISION_ENGINE_H_

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/gguf/file.h"
#include "engine/lease/device_lease.h"
#include "engine/models/lfm2_decision/calibration.h"
#include "engine/models/lfm2_decision/config.h"
#include "engine/schedule/decision/decision_runner.h"
#include "engine/schedule/decision/decision_scorer.h"
#include "engine/schedule/decision/decision_types.h"
#include "engine/schedule/model_keeper.h"
#include "engine/text/decision/prompt.h"
#include "engine/text/tokenizer.h"

namespace ferro {

// Prompts are built on the caller's thread, passes run on one that owns the device. A device that fails in mid-run ends
// what runs with kUnavailable; the model is then loaded again from the same mapping (KeeperOf says where and how
// often), and what was queued runs on it. Answers have the same bits alone and in company.
//
// Any thread may call any method. Destroying it ends running requests with kUnavailable.
class DecisionEngine {
 public:
  using Done = std::function<void(absl::StatusOr<DecisionReply>)>;

  // What it is made of. The scorer may point into the others.
  struct Parts {
    std::unique_ptr<GgufFile> file;
    std::unique_ptr<Tokenizer> tokenizer;
    ModelOnDevice<DecisionScorer> loaded;
    LoaderOf<DecisionScorer> reload;  // for a device that failed; null: it is used further
    std::string model_hash;
    std::shared_ptr<DeviceLease> lease;  // that the scorer takes its turns with; null: it takes none
  };

  // Loads everything and runs one warm-up pass. Takes as long as packing the weights does.
  // kInvalidArgument: a damaged file, one of another kind, or an option out of range.
  static absl::StatusOr<std::unique_ptr<DecisionEngine>> Load(const std::string& path, const DecisionOptions& options);
  // The same from parts that are loaded already.
  static absl::StatusOr<std::unique_ptr<DecisionEngine>> Create(Parts parts, const DecisionOptions& options);

  // Known from the header alone; what such a model takes with any options.
  static DecisionMemory EstimateMemory(const GgufFile& file);

  // Device and fingerprint change when a device fails and another takes its place.
  DecisionModelInfo info() const;
  DecisionProvenance provenance() const;
  // Null where the model does not take turns with other programs.
  const DeviceLease* lease() const { return parts_.lease.get(); }
  // The model's shape.
  const DecisionConfig& config() const { return config_; }
  DecisionMemory memory() const { return EstimateMemory(*parts_.file); }
  // Oddities of the file that do no harm, for a log.
  std::vector<std::string> warnings() const { return parts_.file->warnings(); }

  // Builds the prompts and queues them. `done` gets the end, once, on another thread or on this one, possibly before
  // this returns; it must not block. Errors here mean that it is not called: kInvalidArgument (with the field: nothing
  // asked, more questions or tokens than one request may have, a malformed question), kResourceExhausted (queue full),
  // kUnavailable (draining, or the device is gone), kDeadlineExceeded.
  // `done` gets those of DecisionRunner, and kInternal for scores that are no numbers.
  absl::StatusOr<DecisionId> Submit(const DecisionRequest& request, Done done);
  // Submits and waits for the end.
  absl::StatusOr<DecisionReply> Decide(const DecisionRequest& request);
  // `done` gets kCancelled, within one segment of a pass. No effect on a request that has ended.
  void Cancel(DecisionId id) { runner_->Cancel(id); }

  // Never touches the device. [item][question].
  absl::StatusOr<std::vector<std::vector<DecisionPrompt>>> BuildPrompts(const DecisionRequest& request) const;
  // The tokens as text, special ones included.
  std::string PromptText(const DecisionPrompt& prompt) const;

  // Refuses new requests from now on; what still runs after `grace` ends with kUnavailable. Returns at once.
  void Drain(absl::Duration grace) { runner_->Drain(grace); }
  // kUnavailable: the device failed and could not be rebuilt; every request is refused.
  absl::Status Health() const { return runner_->Health(); }
  // Whether nothing is queued or running.
  bool Idle() const { return runner_->Idle(); }
  PassStats Stats() const { return runner_->Stats(); }

 private:
  // A request while the device has it.
  struct Pending;

  DecisionEngine(Parts parts, const DecisionOptions& options);
  absl::Status Init();
  // Counts of questions and tokens are checked on the way, so that nothing grows beyond what one request may have.
  absl::Status CheckSize(const DecisionRequest& request) const;
  absl::StatusOr<DecisionReply> Answer(Pending& pending, const DecisionScores& scores) const;
  // On the runner's thread.
  absl::StatusOr<DecisionScorer*> Recover(const absl::Status& failure);
  void SetDevice();

  Parts parts_;  // constant from then on, scorer and backend moved away
  const DecisionOptions options_;
  DecisionConfig config_;
  DecisionCalibration calibration_;
  std::unique_ptr<DecisionPromptBuilder> builder_;
  mutable std::mutex mutex_;
  DecisionModelInfo info_;  // guarded by mutex_, as is the next
  DecisionProvenance provenance_;
  KeeperOf<DecisionScorer> keeper_;         // of the runner's thread, once there is one
  std::unique_ptr<DecisionRunner> runner_;  // last: its thread uses the scorer
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_DECISION_ENGINE_H_
