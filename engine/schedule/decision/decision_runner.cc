#include "engine/schedule/decision/decision_runner.h"

#include <utility>

#include "base/status_macros.h"

namespace ferro {
namespace {

// Only DecisionWork comes through RunnerOf<DecisionWork>::Submit.
DecisionWork& WorkOf(const PassPart& part) { return static_cast<DecisionWork&>(*part.work); }

}  // namespace

void DecisionWork::End(absl::Status failure, const PassTimes& times) {
  if (!failure.ok()) return done(std::move(failure));
  done(DecisionScores{std::move(scores), times});
}

absl::Status DecisionWork::RunPass(DecisionScorer& scorer, absl::Span<const PassPart> parts,
                                   const std::function<absl::Status()>& hook) {
  std::vector<DecisionSequence> sequences;
  for (const PassPart& part : parts) {
    for (size_t i = part.first; i < part.first + part.count; ++i) {
      const DecisionPrompt& prompt = WorkOf(part).prompts[i];
      sequences.push_back({prompt.tokens, prompt.markers, prompt.type});
    }
  }
  FERRO_ASSIGN_OR_RETURN(const std::vector<float> scores, scorer.Score(sequences, hook));
  auto next = scores.begin();
  for (const PassPart& part : parts) {
    DecisionWork& work = WorkOf(part);
    for (size_t i = part.first; i < part.first + part.count; ++i) {
      const int options = work.prompts[i].option_count();
      work.scores.emplace_back(next, next + options);
      next += options;
    }
  }
  return absl::OkStatus();
}

}  // namespace ferro
