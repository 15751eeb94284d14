// The device's thread for decisions: questions of many requests in one pass, their scores handed out.
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_DECISION_RUNNER_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_DECISION_RUNNER_H_

#include <functional>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/schedule/decision/decision_scorer.h"
#include "engine/schedule/pass/pass_work.h"
#include "engine/schedule/pass/runner_of.h"
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
  using Model = DecisionScorer;

  size_t size() const override { return prompts.size(); }
  size_t tokens(size_t question) const override { return prompts[question].tokens.size(); }
  void End(absl::Status failure, const PassTimes& times) override;
  // As PassDevice; all works are of this kind.
  static absl::Status RunPass(DecisionScorer& scorer, absl::Span<const PassPart> parts,
                              const std::function<absl::Status()>& hook);

  std::vector<DecisionPrompt> prompts;
  std::vector<std::vector<float>> scores;  // of the prompts whose pass is over
  // Gets the end of the request: see PassWork::End.
  std::function<void(absl::StatusOr<DecisionScores>)> done;
};

using DecisionWorkPtr = std::unique_ptr<DecisionWork>;

using DecisionRunner = RunnerOf<DecisionWork>;

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_DECISION_RUNNER_H_
