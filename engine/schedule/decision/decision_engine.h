// A decision model ready to answer: file, tokenizer, prompts, calibration, device and batcher in one object.
//
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<DecisionEngine> engine, DecisionEngine::Load("d1.gguf", options));
//   FERRO_ASSIGN_OR_RETURN(const DecisionReply reply, engine->Decide(request));
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_DECISION_ENGINE_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_DECISION_ENGINE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/gguf/file.h"
#include "engine/models/lfm2_decision/calibration.h"
#include "engine/models/lfm2_decision/config.h"
#include "engine/schedule/decision/decision_runner.h"
#include "engine/schedule/decision/decision_scorer.h"
#include "engine/schedule/decision/decision_types.h"
#include "engine/schedule/engine_of.h"
#include "engine/schedule/engine_parts.h"
#include "engine/text/decision/prompt.h"
#include "engine/text/tokenizer.h"

namespace ferro {

struct DecisionParts : EngineParts<DecisionScorer> {
  std::string model_hash;
};

// Prompts are built on the caller's thread, passes run on one that owns the device. EngineOf says what happens when the
// device fails. Answers have the same bits alone and in company.
//
// Any thread may call any method. Destroying it ends running requests with kUnavailable.
class DecisionEngine final : public EngineOf<DecisionParts, DecisionRunner, DecisionOptions, DecisionModelInfo> {
 public:
  using Done = std::function<void(absl::StatusOr<DecisionReply>)>;

  using Parts = DecisionParts;

  // Loads everything and runs one warm-up pass. Takes as long as packing the weights does.
  // kInvalidArgument: a damaged file, one of another kind, or an option out of range.
  static absl::StatusOr<std::unique_ptr<DecisionEngine>> Load(const std::string& path, const DecisionOptions& options);
  // The same from parts that are loaded already.
  static absl::StatusOr<std::unique_ptr<DecisionEngine>> Create(Parts parts, const DecisionOptions& options);
  ~DecisionEngine() { Stop(); }

  // Known from the header alone; what such a model takes with any options.
  static DecisionMemory EstimateMemory(const GgufFile& file);

  // The backend in it changes with info().device.
  DecisionProvenance provenance() const;
  // The model's shape.
  const DecisionConfig& config() const { return config_; }
  DecisionMemory memory() const { return EstimateMemory(file()); }
  // Oddities of the file that do no harm, for a log.
  std::vector<std::string> warnings() const { return file().warnings(); }

  // Builds the prompts and queues them. `done` gets the end, once, on another thread or on this one, possibly before
  // this returns; it must not block. Errors here mean that it is not called: kInvalidArgument (with the field: nothing
  // asked, more questions or tokens than one request may have, a malformed question), kResourceExhausted (queue full),
  // kUnavailable (draining, or the device is gone), kDeadlineExceeded.
  // `done` gets those of DecisionRunner, and kInternal for scores that are no numbers.
  absl::StatusOr<DecisionId> Submit(const DecisionRequest& request, Done done);
  // Submits and waits for the end.
  absl::StatusOr<DecisionReply> Decide(const DecisionRequest& request);

  // Never touches the device. [item][question].
  absl::StatusOr<std::vector<std::vector<DecisionPrompt>>> BuildPrompts(const DecisionRequest& request) const;
  // The tokens as text, special ones included.
  std::string PromptText(const DecisionPrompt& prompt) const;

 private:
  // A request while the device has it.
  struct Pending;

  DecisionEngine(Parts parts, const DecisionOptions& options);
  absl::Status Init();
  // Counts of questions and tokens are checked on the way, so that nothing grows beyond what one request may have.
  absl::Status CheckSize(const DecisionRequest& request) const;
  absl::StatusOr<DecisionReply> Answer(Pending& pending, const DecisionScores& scores) const;

  // Constant once there is a runner.
  DecisionConfig config_;
  DecisionCalibration calibration_;
  std::unique_ptr<DecisionPromptBuilder> builder_;
  DecisionProvenance provenance_;  // without backend and precision
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_DECISION_ENGINE_H_
