// Whether a model keeps its promise on a device: a prompt gives the same bits whole, in pieces, and token by token.
#ifndef FERRO_TOOLS_FERRO_PROFILE_SELF_CHECK_H_
#define FERRO_TOOLS_FERRO_PROFILE_SELF_CHECK_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "engine/models/causal_model.h"

namespace ferro {

struct SelfCheck {
  int prompt = 0;         // tokens
  int steps = 0;          // decoded behind it
  int64_t compared = 0;   // logits
  int64_t different = 0;  // whose bits differ from those of the whole prompt
  double max_diff = 0;    // largest |difference|; infinite where one of two is no number

  bool ok() const { return different == 0; }
  // One line without its end.
  std::string Text() const;
};

// Positions that SelfCheckModel likes to have; with less it checks a shorter prompt.
constexpr int kSelfCheckContext = 74;

// Runs a prompt of random tokens on slot 0 whole, in uneven pieces, and with its last tokens one by one, all as
// prefill, decodes a few steps behind each, and compares the logits. Errors are the model's.
absl::StatusOr<SelfCheck> SelfCheckModel(CausalModel& model);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_PROFILE_SELF_CHECK_H_
