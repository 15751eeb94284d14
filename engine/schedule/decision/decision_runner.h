// The device's thread for decisions: questions of many requests in one pass, their scores handed out.
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_DECISION_RUNNER_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_DECISION_RUNNER_H_

#include <functional>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "engine/schedule/decision/decision_scorer.h"
#include "engine/schedule/pass/pass_runner.h"
#include "engine/schedule/pass/pass_work.h"
#include "engine/text/decision/prompt.h"

namespace ferro {

using DecisionId = PassWorkId;

// What the device made of one request.
struct DecisionScores {
  std::vector<std::vector<float>> scores;  // [question][option]
  PassTimes times;
};

// A request: its questions as prompts.
struct DecisionWork final : public PassWork {
  size_t size() const override { return prompts.size(); }
  size_t tokens(size_t question) const override { return prompts[question].tokens.size(); }
  void End(absl::Status failure, const PassTimes& times) override;

  std::vector<DecisionPrompt> prompts;
  std::vector<std::vector<float>> scores;  // of the prompts whose pass is over
  // Gets the end of the request: see PassWork::End.
  std::function<void(absl::StatusOr<DecisionScores>)> done;
};

using DecisionWorkPtr = std::unique_ptr<DecisionWork>;

struct DecisionRunnerOptions {
  int batch_tokens = 4096;  // of a pass of several questions; no more than the scorer takes
  int queue_depth = 64;     // requests that wait
  // As PassRunnerOptions::recover, but gives the scorer to go on with; the old one may be gone as soon as it is called.
  std::function<absl::StatusOr<DecisionScorer*>(const absl::Status& failure)> recover;
};

// A PassRunner whose work is DecisionWork; the scores of a question do not depend on its pass.
class DecisionRunner final : private PassDevice {
 public:
  // `scorer` must outlive the runner and belongs to its thread from now on.
  DecisionRunner(DecisionScorer& scorer, const DecisionRunnerOptions& options);

  // The rest is PassRunner's.
  absl::StatusOr<DecisionId> Submit(DecisionWorkPtr work) { return runner_.Submit(std::move(work)); }
  absl::Status Refusal() const { return runner_.Refusal(); }
  void Cancel(DecisionId id) { runner_.Cancel(id); }
  void Drain(absl::Duration grace) { runner_.Drain(grace); }
  bool Idle() const { return runner_.Idle(); }
  absl::Status Health() const { return runner_.Health(); }
  PassStats Stats() const { return runner_.Stats(); }

 private:
  int max_pass_rows() const override { return scorer_->max_pass_rows(); }
  absl::Status RunPass(absl::Span<const PassPart> parts, const std::function<absl::Status()>& hook) override;

  DecisionScorer* scorer_;
  PassRunner runner_;  // last: its thread uses the scorer
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_DECISION_RUNNER_H_
