// How the next token is chosen: parameters, their ranges, and where defaults come from.
#ifndef FERRO_ENGINE_SCHEDULE_SAMPLING_PARAMS_H_
#define FERRO_ENGINE_SCHEDULE_SAMPLING_PARAMS_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/gguf/metadata.h"

namespace ferro {

// The initial values are the ones that LiquidAI recommends for its models.
struct SamplingParams {
  double temperature = 0.05;         // 0 = greedy
  int top_k = 50;                    // <= 0 = off
  double top_p = 1;                  // 1 = off, 0 = greedy
  double min_p = 0;                  // 0 = off
  double repetition_penalty = 1.05;  // 1 = off
  int repeat_last_n = -1;            // tokens that all penalties look back: -1 = the whole context, 0 = none
  bool penalize_prompt = true;       // whether the repetition penalty counts prompt tokens
  double frequency_penalty = 0;      // this and the next count generated tokens only
  double presence_penalty = 0;
  int64_t seed = 0;
  bool ignore_eos = false;  // end-of-generation tokens are never drawn
  // Added to the logits before anything else; -infinity bans. Ids outside the vocabulary are ignored.
  std::vector<std::pair<int32_t, double>> bias;
};

// What a request or a flag says about sampling; absent members leave the value below them.
struct SamplingOverrides {
  std::optional<double> temperature;
  std::optional<int> top_k;
  std::optional<double> top_p;
  std::optional<double> min_p;
  std::optional<double> repetition_penalty;
  std::optional<int> repeat_last_n;
  std::optional<bool> penalize_prompt;
  std::optional<double> frequency_penalty;
  std::optional<double> presence_penalty;
  std::optional<int64_t> seed;
  bool ignore_eos = false;
};

// kInvalidArgument naming the request field: a value that is out of range or not finite.
absl::Status ValidateSampling(const SamplingParams& params);

SamplingParams WithOverrides(SamplingParams params, const SamplingOverrides& overrides);

// What the model file recommends under `general.sampling.*`.
// kInvalidArgument: a key of the wrong type, or a value out of range.
absl::StatusOr<SamplingOverrides> ReadSamplingDefaults(const Metadata& metadata);

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_SAMPLING_PARAMS_H_
