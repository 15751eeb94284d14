#include "tools/ferro/profile/self_check.h"

#include <cmath>
#include <numeric>

#include "base/status_testing.h"

namespace ferro {
namespace {

// The logits count what the slot holds; `flaw` is added where a prompt came in more than `flawless_pieces`.
class CountingModel : public CausalModel {
 public:
  int vocab_size() const override { return 3; }
  int slots() const override { return 1; }
  int context() const override { return context_; }
  int max_pass_rows() const override { return 512; }
  bool runs_ahead() const override { return false; }
  absl::Status ResetSlot(int) override {
    length_ = passes_ = 0;
    return absl::OkStatus();
  }
  absl::StatusOr<absl::Span<const float>> Forward(absl::Span<const SequenceStep> steps) override {
    EXPECT_EQ(steps[0].start_position, length_);
    length_ += static_cast<int>(steps[0].tokens.size());
    EXPECT_LE(length_, context_);
    if (steps[0].role == RowRole::kPrefill) ++passes_;
    if (!steps[0].wants_logits) return absl::Span<const float>();
    logits_ = {static_cast<float>(length_), 1.0f, passes_ > flawless_pieces ? 2.0f + flaw : 2.0f};
    return logits_;
  }
  absl::StatusOr<std::unique_ptr<ChosenTokens>> ForwardGreedy(absl::Span<const SequenceStep>) override {
    return absl::UnimplementedError("not used");
  }

  float flaw = 0;
  int flawless_pieces = 0;
  int context_ = 1000;

 private:
  int length_ = 0, passes_ = 0;
  std::vector<float> logits_;
};

TEST(SelfCheckTest, EqualBitsPass) {
  CountingModel model;
  ASSERT_OK_AND_ASSIGN(const SelfCheck check, SelfCheckModel(model));
  EXPECT_TRUE(check.ok());
  EXPECT_EQ(check.prompt, 70);
  EXPECT_EQ(check.compared, 2 * 5 * 3);  // two ways, the prompt and four steps, three logits
  EXPECT_EQ(check.Text(),
            "self-check: 70 tokens and 4 steps, in pieces and token by token against whole: max |diff| 0, 0 of 30 "
            "logits differ");
}

TEST(SelfCheckTest, FindsWhatDependsOnThePieces) {
  CountingModel model;
  model.flawless_pieces = 1;
  model.flaw = 0.5f;
  ASSERT_OK_AND_ASSIGN(const SelfCheck check, SelfCheckModel(model));
  EXPECT_FALSE(check.ok());
  EXPECT_EQ(check.different, 2 * 5);
  EXPECT_EQ(check.max_diff, 0.5);
  model.flaw = std::nanf("");
  ASSERT_OK_AND_ASSIGN(const SelfCheck not_a_number, SelfCheckModel(model));
  EXPECT_TRUE(std::isinf(not_a_number.max_diff));
}

TEST(SelfCheckTest, FindsWhatOnlySingleTokensSpoil) {
  CountingModel model;
  model.flawless_pieces = 6;  // the uneven pieces: 1, 7, 33, 16, 13
  model.flaw = 1;
  ASSERT_OK_AND_ASSIGN(const SelfCheck check, SelfCheckModel(model));
  EXPECT_EQ(check.different, 5);
}

TEST(SelfCheckTest, ShrinksToTheModelsContext) {
  CountingModel model;
  for (const int context : {1, 2, 5, 20}) {
    model.context_ = context;
    ASSERT_OK_AND_ASSIGN(const SelfCheck check, SelfCheckModel(model));
    EXPECT_TRUE(check.ok());
    EXPECT_EQ(check.prompt + check.steps, context);
  }
}

}  // namespace
}  // namespace ferro
