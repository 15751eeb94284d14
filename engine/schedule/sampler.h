// Chooses the next token of one reply from the model's logits.
//
// In this order, in f64: bias, penalties, top-k, top-p, min-p, temperature, draw. Top-p and min-p look at the
// distribution before the temperature. Of equal logits the lower token id goes first, everywhere.
#ifndef FERRO_ENGINE_SCHEDULE_SAMPLER_H_
#define FERRO_ENGINE_SCHEDULE_SAMPLER_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/schedule/sampling_params.h"
#include "engine/schedule/token_window.h"

namespace ferro {

// What the sampler knows of the tokenizer.
struct SamplerVocabulary {
  int size = 0;  // ids from here on have no text and are never drawn, though the model may have logits for them
  std::vector<int32_t> end_of_generation;
};

// Buffers that samplers of one thread can share; about 1 MB for 65,536 tokens.
struct SamplerScratch {
  struct Candidate {
    double logit;
    int32_t id;
  };
  std::vector<double> logits;  // [vocabulary]
  std::vector<Candidate> candidates;
};

// kInternal: the largest logit is not a finite number, so that the model is at fault and nothing can be drawn.
absl::Status NoFiniteLogit();

// One reply. The choice depends on parameters, the tokens so far, the logits and the token's index, nothing else; with
// temperature 0, top_p 0 or top_k 1 not on the seed. Thread-compatible.
class Sampler {
 public:
  // `params` passed ValidateSampling; `vocabulary` must outlive the sampler. `choice` selects the random stream.
  Sampler(const SamplingParams& params, const SamplerVocabulary& vocabulary, int choice,
          absl::Span<const int32_t> prompt);

  // `logits` [at least vocabulary.size]. NaN and -infinity are never drawn.
  // kInternal: NoFiniteLogit. kInvalidArgument: every token is banned by the request.
  absl::StatusOr<int32_t> Sample(absl::Span<const float> logits, SamplerScratch& scratch) const;

  // Whether Sample gives the token with the largest logit, the lowest one on ties, whatever the tokens so far are.
  bool TakesLargest() const;

  // Moves on: `token` is the next one of the reply.
  void Accept(int32_t token);

  // Tokens accepted so far.
  int64_t accepted() const { return accepted_; }

 private:
  // Fills scratch.logits with the logits after bias and penalties.
  absl::Status Adjust(absl::Span<const float> logits, SamplerScratch& scratch) const;
  bool greedy() const { return params_.temperature <= 0 || params_.top_p <= 0 || params_.top_k == 1; }

  const SamplingParams params_;
  const SamplerVocabulary& vocabulary_;
  const int choice_;
  TokenWindow window_;
  int64_t accepted_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_SAMPLER_H_
