#include "tools/ferro/profile/self_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

constexpr int kSteps = 4;
constexpr int kSingles = 10;  // of the prompt's last tokens: with 70 they cross the border of a block of 64 keys

// The logits behind the last prompt token and behind each step, one after the other. `lengths`: of the pieces, the last
// one repeated.
absl::StatusOr<std::vector<float>> Logits(CausalModel& model, absl::Span<const int32_t> tokens, int prompt,
                                          const std::vector<int>& lengths) {
  std::vector<float> all;
  const auto run = [&](int position, int count, RowRole role, bool wants_logits) -> absl::Status {
    const SequenceStep step = {0, position, tokens.subspan(position, count), role, wants_logits};
    FERRO_ASSIGN_OR_RETURN(const absl::Span<const float> logits, model.Forward({&step, 1}));
    all.insert(all.end(), logits.begin(), logits.end());
    return absl::OkStatus();
  };
  FERRO_RETURN_IF_ERROR(model.ResetSlot(0));
  size_t piece = 0;
  for (int position = 0; position < prompt;) {
    const int length = std::min({lengths[piece], prompt - position, model.max_pass_rows()});
    FERRO_RETURN_IF_ERROR(run(position, length, RowRole::kPrefill, position + length == prompt));
    position += length;
    piece = std::min(piece + 1, lengths.size() - 1);
  }
  for (int i = prompt; i < static_cast<int>(tokens.size()); ++i) {
    FERRO_RETURN_IF_ERROR(run(i, 1, RowRole::kDecode, true));
  }
  return all;
}

void Compare(const std::vector<float>& want, const std::vector<float>& got, SelfCheck& check) {
  check.compared += static_cast<int64_t>(want.size());
  for (size_t i = 0; i < want.size(); ++i) {
    if (std::memcmp(&want[i], &got[i], sizeof(float)) == 0) continue;
    ++check.different;
    const double diff = std::abs(double{want[i]} - double{got[i]});
    check.max_diff = std::max(check.max_diff, std::isnan(diff) ? std::numeric_limits<double>::infinity() : diff);
  }
}

}  // namespace

std::string SelfCheck::Text() const {
  return absl::StrFormat(
      "self-check: %d tokens and %d steps, in pieces and token by token against whole: max |diff| %g, %d of %d logits "
      "differ",
      prompt, steps, max_diff, different, compared);
}

absl::StatusOr<SelfCheck> SelfCheckModel(CausalModel& model) {
  SelfCheck check;
  const int context = std::min(kSelfCheckContext, model.context());
  check.steps = std::min(kSteps, context - 1);
  check.prompt = context - check.steps;
  std::mt19937 random(1);
  std::vector<int32_t> tokens(context);
  for (int32_t& token : tokens) token = static_cast<int32_t>(random() % model.vocab_size());
  FERRO_ASSIGN_OR_RETURN(const std::vector<float> whole, Logits(model, tokens, check.prompt, {check.prompt}));
  FERRO_ASSIGN_OR_RETURN(const std::vector<float> pieces, Logits(model, tokens, check.prompt, {1, 7, 33, 16}));
  FERRO_ASSIGN_OR_RETURN(const std::vector<float> singles,
                         Logits(model, tokens, check.prompt, {std::max(1, check.prompt - kSingles), 1}));
  Compare(whole, pieces, check);
  Compare(whole, singles, check);
  FERRO_RETURN_IF_ERROR(model.ResetSlot(0));
  return check;
}

}  // namespace ferro
