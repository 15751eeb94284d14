#include "tools/ferro/bench/runner.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Lt;

// Writes down when the result is asked for.
class Waiting : public ChosenTokens {
 public:
  explicit Waiting(std::vector<std::string>& passes) : passes_(passes) {}
  absl::StatusOr<std::vector<int32_t>> Wait() override {
    passes_.push_back("wait");
    return std::vector<int32_t>();
  }

 private:
  std::vector<std::string>& passes_;
};

// Checks the rules of CausalModel::Forward and writes down what was asked: "p0+64" a prefill pass on slot 0.
class FakeModel : public CausalModel {
 public:
  int vocab_size() const override { return 10; }
  int slots() const override { return 2; }
  int context() const override { return 40; }
  int max_pass_rows() const override { return 16; }
  bool runs_ahead() const override { return false; }
  absl::Status ResetSlot(int slot) override {
    lengths[slot] = 0;
    return absl::OkStatus();
  }
  absl::StatusOr<absl::Span<const float>> Forward(absl::Span<const SequenceStep> steps) override {
    std::string line;
    for (const SequenceStep& step : steps) {
      if (step.start_position != lengths[step.slot]) return absl::InvalidArgumentError("not where the slot ends");
      lengths[step.slot] += static_cast<int>(step.tokens.size());
      if (lengths[step.slot] > context()) return absl::InvalidArgumentError("context exceeded");
      tokens.insert(tokens.end(), step.tokens.begin(), step.tokens.end());
      absl::StrAppend(&line, step.role == RowRole::kPrefill ? "p" : "d", step.slot, "+", step.tokens.size(),
                      step.wants_logits ? "!" : "", " ");
    }
    clock += 0.5;
    passes.push_back(line);
    logits.assign(steps.size() * vocab_size(), 0);
    for (size_t i = 0; i < steps.size(); ++i) logits[i * vocab_size() + 7] = 100;  // token 7 is all but certain
    return logits;
  }
  absl::StatusOr<std::unique_ptr<ChosenTokens>> ForwardGreedy(absl::Span<const SequenceStep> steps) override {
    FERRO_RETURN_IF_ERROR(Forward(steps).status());
    passes.back() += "greedy ";
    return std::make_unique<Waiting>(passes);
  }

  int lengths[2] = {};
  double clock = 0;
  std::vector<std::string> passes;
  std::vector<int32_t> tokens;
  std::vector<float> logits;
};

TEST(PlanTestsTest, OrdersAsTheReferenceDoes) {
  const std::vector<BenchTest> tests = PlanTests({512, 128}, 32, {0, 1900}, {1, 8});
  ASSERT_EQ(tests.size(), 6u);
  EXPECT_TRUE(tests[0].is_prefill());
  EXPECT_EQ(tests[1].tokens, 128);
  EXPECT_EQ(tests[3].depth, 1900);
  EXPECT_EQ(tests[3].sequences, 1);
  EXPECT_EQ(tests[4].depth, 0);
  EXPECT_EQ(tests[4].sequences, 8);
  EXPECT_EQ(ContextNeeded(tests), 1932);
  EXPECT_EQ(SlotsNeeded(tests), 8);
  EXPECT_EQ(PlanTests({512}, 0, {0}, {1}).size(), 1u);
  EXPECT_EQ(PlanTests({0}, 32, {0}, {1}).size(), 1u);
  const std::vector<BenchTest> both = PlanTests({}, 32, {0, 1900}, {1}, {TokenChoice::kGreedy, TokenChoice::kSampled});
  ASSERT_EQ(both.size(), 4u);
  EXPECT_EQ(both[1].depth, 0);
  EXPECT_EQ(both[1].choice, TokenChoice::kSampled);
}

TEST(TokenChoiceTest, Names) {
  for (const TokenChoice choice : {TokenChoice::kGiven, TokenChoice::kGreedy, TokenChoice::kSampled}) {
    ASSERT_OK_AND_ASSIGN(const TokenChoice parsed, ParseTokenChoice(TokenChoiceName(choice)));
    EXPECT_EQ(parsed, choice);
  }
  EXPECT_FALSE(ParseTokenChoice("best").ok());
}

TEST(BenchRunnerTest, AsksForTheRightPasses) {
  FakeModel model;
  BenchRunner runner(model, [&] { return model.clock; });
  ASSERT_OK_AND_ASSIGN(const std::vector<BenchResult> results, runner.Run(PlanTests({20}, 2, {3}, {2}), 1, nullptr));
  EXPECT_THAT(model.passes, ElementsAre("p0+16 ", "p0+16 ", "p0+8! ",      // warm-up, cut to the context
                                        "p0+16 ", "p0+4! ",                // prefill of 20
                                        "p0+3! ", "p1+3! ",                // filled to the depth, one by one
                                        "d0+1! d1+1! ", "d0+1! d1+1! "));  // two steps of both
  EXPECT_THAT(model.tokens, Each(AllOf(Ge(0), Lt(10))));
  ASSERT_EQ(results.size(), 2u);
  EXPECT_THAT(results[0].tok_s, ElementsAre(20 / 1.0));
  EXPECT_THAT(results[1].tok_s, ElementsAre(2 * 2 / 1.0)) << "the filling is not timed";
}

TEST(BenchRunnerTest, GreedyStepsGoOneAhead) {
  FakeModel model;
  BenchRunner runner(model, [&] { return model.clock; });
  ASSERT_OK_AND_ASSIGN(const auto results, runner.Run(PlanTests({}, 3, {0}, {2}, {TokenChoice::kGreedy}), 1, nullptr));
  model.passes.erase(model.passes.begin(), model.passes.begin() + 3);  // warm-up
  EXPECT_THAT(model.passes,
              ElementsAre("d0+1! d1+1! greedy ", "d0+1! d1+1! greedy ", "wait", "d0+1! d1+1! greedy ", "wait", "wait"));
  model.tokens.erase(model.tokens.begin(), model.tokens.end() - 6);
  EXPECT_THAT(std::vector<int32_t>(model.tokens.begin(), model.tokens.begin() + 2), Each(AllOf(Ge(0), Lt(10))));
  EXPECT_THAT(std::vector<int32_t>(model.tokens.begin() + 2, model.tokens.end()), Each(kChosenToken));
}

TEST(BenchRunnerTest, SampledTokensComeFromTheLogits) {
  FakeModel model;
  BenchRunner runner(model, [&] { return model.clock; });
  ASSERT_OK_AND_ASSIGN(const auto results, runner.Run(PlanTests({}, 3, {0}, {2}, {TokenChoice::kSampled}), 1, nullptr));
  EXPECT_THAT(std::vector<int32_t>(model.tokens.end() - 4, model.tokens.end()), Each(7));
}

TEST(BenchRunnerTest, RunsInterleaved) {
  FakeModel model;
  BenchRunner runner(model, [&] { return model.clock; });
  std::vector<std::string> rounds;
  ASSERT_OK(runner
                .Run(PlanTests({1, 2}, 0, {}, {}), 2,
                     [&](int round) {
                       model.passes.push_back(absl::StrCat("round ", round));
                       return absl::OkStatus();
                     })
                .status());
  model.passes.erase(model.passes.begin(), model.passes.begin() + 3);  // warm-up
  EXPECT_THAT(model.passes, ElementsAre("round 0", "p0+1! ", "p0+2! ", "round 1", "p0+1! ", "p0+2! "));
}

TEST(BenchResultTest, Statistics) {
  const BenchResult odd = {{}, {3, 1, 2}};
  EXPECT_EQ(odd.median(), 2);
  EXPECT_EQ(odd.min(), 1);
  EXPECT_EQ(odd.max(), 3);
  const BenchResult even = {{}, {4, 1, 2, 3}};
  EXPECT_EQ(even.median(), 2.5);
}

}  // namespace
}  // namespace ferro
