// The temperatures that make a decision model's scores probabilities: one for each type and range of option counts.
#ifndef FERRO_ENGINE_MODELS_LFM2_DECISION_CALIBRATION_H_
#define FERRO_ENGINE_MODELS_LFM2_DECISION_CALIBRATION_H_

#include <array>
#include <string>

#include "absl/status/statusor.h"
#include "engine/gguf/metadata.h"
#include "engine/text/decision/question.h"

namespace ferro {

// Read from `lfm2.decision.temperature.TYPE.RANGE`, else `lfm2.decision.temperature.TYPE`, else 1. RANGE is 2 (up to
// two options), 3_5, 6_10 or 11 (more). Immutable; any thread.
class DecisionCalibration {
 public:
  // All 1.
  DecisionCalibration();

  // Values count with 6 decimals, as llama.cpp reads them; a number written as text is a number.
  // kInvalidArgument: a temperature that is not a finite number above 0 ("invalid decision temperature: KEY = TEXT").
  static absl::StatusOr<DecisionCalibration> Read(const Metadata& metadata);

  // Scores are divided by this before the softmax; above 0. Requests with media use 1 instead.
  float Temperature(DecisionType type, int option_count) const;

  // Changes with every value: all temperatures in a fixed order, as text.
  std::string Describe() const;

 private:
  static constexpr int kTypes = 3;
  static constexpr int kRanges = 4;
  std::array<std::array<float, kRanges>, kTypes> temperatures_;  // [type][range]
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LFM2_DECISION_CALIBRATION_H_
