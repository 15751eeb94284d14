#include "engine/backend/opencl/tuning/tuner.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "engine/backend/opencl/tuning/tune_problem.h"
#include "engine/backend/opencl/tuning/tuning_json.h"
#include "engine/backend/opencl/tuning/tuning_store.h"
#include "engine/kernels/opencl/testing.h"
#include "gmock/gmock.h"

namespace ferro::opencl {
namespace {

using testing::HasSubstr;

// Something of every group of kernels, as small as they take it. Drivers compile every form of a product that occurs.
ModelShapes TinyModel() {
  return {.name = "tiny",
          .matrices = {{"conv in", 192, 64, ProductUse::kConvolve, true, 1, 1},
                       {"down", 64, 64, ProductUse::kAdd, false, 2, 2}},
          .taps = 3,
          .heads = {2, 1, 32},
          .attention_layers = 1};
}

std::string Text(const KernelTuning& tuning) { return DumpJson(TuningToJson(tuning)); }

// A model without attention whose decode steps nobody asks for: what is left is one program.
ModelShapes PrefillAlone() {
  ModelShapes model = TinyModel();
  model.attention_layers = 0;
  for (MatrixShape& matrix : model.matrices) matrix.decode_uses = 0;
  return model;
}

// A clock on which every measurement takes less (or as long) than the one before, whatever was measured.
struct FakeClock {
  double operator()() {
    step *= factor;
    return now += step;
  }
  double factor = 1;
  double step = 1e-3;
  double now = 0;
};

class TunerTest : public KernelTest {
 protected:
  KernelTuning from() const { return KernelTuningFor(context().device(), dot()); }
  Builder builder() const { return Builder(context(), dot()); }

  // Real compilers and results, times that are made up. Over after `candidates` tunings.
  TuneOptions Options(FakeClock& clock, int candidates) {
    TuneOptions options;
    options.seconds = 100;
    options.prefill_rows = 40;
    options.now = [&clock] { return clock(); };
    options.progress = [&clock, candidates, tried = 0](const TuneProgress&) mutable {
      if (++tried == candidates) clock.now += 1000;
    };
    return options;
  }
};

TEST_P(TunerTest, MeasuresEveryGroup) {
  if (absl::StrContains(context().device().name, "llvmpipe")) GTEST_SKIP() << "its compiler would take minutes";
  TuneOptions options;
  options.seconds = 2;
  options.prefill_rows = 40;
  ASSERT_OK_AND_ASSIGN(const TuneOutcome outcome, TuneKernels(context(), builder(), from(), TinyModel(), options));
  EXPECT_OK(CheckKernelTuning(outcome.tuning, context().device()));
  EXPECT_THAT(outcome.rejected, testing::IsEmpty());
  ASSERT_EQ(outcome.problems.size(), 4u);
  for (const TunedProblem& problem : outcome.problems) {
    SCOPED_TRACE(problem.name);
    EXPECT_FALSE(problem.shapes.empty());
    for (const TunedShape& shape : problem.shapes) EXPECT_GT(shape.default_seconds, 0) << shape.name;
    EXPECT_GT(problem.default_seconds, 0);
    EXPECT_LE(problem.tuned_seconds, problem.default_seconds);
  }
}

TEST_P(TunerTest, TakesWhatIsFaster) {
  FakeClock clock{.factor = 0.98};
  ASSERT_OK_AND_ASSIGN(const TuneOutcome outcome,
                       TuneKernels(context(), builder(), from(), PrefillAlone(), Options(clock, 2)));
  ASSERT_EQ(outcome.problems.size(), 1u);
  const TunedProblem& problem = outcome.problems[0];
  EXPECT_EQ(problem.name, "prefill products");
  EXPECT_EQ(problem.tried, 2);
  EXPECT_FALSE(problem.finished);
  EXPECT_NE(problem.tuned_text, problem.default_text);
  EXPECT_LT(problem.tuned_seconds, problem.default_seconds);
  EXPECT_NE(Text(outcome.tuning), Text(from()));
  EXPECT_OK(CheckKernelTuning(outcome.tuning, context().device()));
  EXPECT_THAT(outcome.rejected, testing::IsEmpty());
}

TEST_P(TunerTest, KeepsTheDefaultWhereNothingIsFaster) {
  FakeClock clock;
  ASSERT_OK_AND_ASSIGN(const TuneOutcome outcome,
                       TuneKernels(context(), builder(), from(), PrefillAlone(), Options(clock, 2)));
  ASSERT_EQ(outcome.problems.size(), 1u);
  EXPECT_EQ(outcome.problems[0].tried, 2);
  EXPECT_EQ(outcome.problems[0].tuned_text, outcome.problems[0].default_text);
  EXPECT_EQ(outcome.problems[0].tuned_seconds, outcome.problems[0].default_seconds);
  EXPECT_EQ(Text(outcome.tuning), Text(from()));
}

TEST_P(TunerTest, HasSomewhereToGoFromTheDefault) {
  const ModelShapes model = TinyModel();
  ASSERT_OK_AND_ASSIGN(const auto products, PrefillProducts(context(), model, 40));
  ASSERT_OK_AND_ASSIGN(const auto attention, DecodeAttention(context(), model));
  for (const TuneProblem* problem : {products.get(), attention.get()}) {
    int valid = 0;
    for (const KernelTuning& next : problem->Neighbours(from())) {
      if (!CheckKernelTuning(next, context().device()).ok()) continue;
      if (Text(next) != Text(from())) ++valid;
    }
    EXPECT_GE(valid, 3) << problem->name();
  }
}

// A compiler that gets every GEMM but the default one wrong, as a bad driver would. On this clock each would be taken.
TEST_P(TunerTest, RejectsATuningThatComputesOtherBits) {
  std::string default_defines;
  const Builder faulty(context().device(), dot(), [&](const ProgramText& text) -> absl::StatusOr<Program> {
    std::string source = text.source;
    if (text.file == "gemm.cl") {
      if (default_defines.empty()) default_defines = text.defines;
      if (text.defines != default_defines) source = absl::StrReplaceAll(source, {{"fma(", "1.0f + fma("}});
    }
    return context().Build(text.file, source, text.options);
  });
  FakeClock clock{.factor = 0.98};
  ASSERT_OK_AND_ASSIGN(const TuneOutcome outcome,
                       TuneKernels(context(), faulty, from(), PrefillAlone(), Options(clock, 2)));
  EXPECT_EQ(outcome.rejected.size(), 2u);
  EXPECT_THAT(outcome.rejected, testing::Each(HasSubstr("other bits than the default")));
  EXPECT_EQ(Text(outcome.tuning), Text(from()));
}

TEST_P(TunerTest, StopsWhenAsked) {
  FakeClock clock;
  TuneOptions options = Options(clock, 100);
  options.stopped = [asked = 0]() mutable { return ++asked > 10; };
  const absl::Status status = TuneKernels(context(), builder(), from(), PrefillAlone(), options).status();
  EXPECT_TRUE(absl::IsCancelled(status)) << status;
}

TEST_P(TunerTest, SaysWhatDoesNotRun) {
  const Builder broken(context().device(), dot(), [](const ProgramText& text) -> absl::StatusOr<Program> {
    return absl::InternalError(absl::StrCat(text.file, " does not build"));
  });
  const absl::Status status = TuneKernels(context(), broken, from(), TinyModel(), {}).status();
  EXPECT_TRUE(absl::IsInternal(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("decode products"));
}

FERRO_FOR_EACH_OPENCL_DEVICE(TunerTest);

}  // namespace
}  // namespace ferro::opencl
