#include "tools/ferro/bench/embedding_bench.h"

#include <memory>
#include <string>

#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(EmbeddingBenchTest, Shapes) {
  ASSERT_OK_AND_ASSIGN(const EmbeddingBenchTest test, TestOfShape("16x12", 100));
  EXPECT_EQ(test.name, "16x12");
  EXPECT_EQ(test.sequences.size(), 16u);
  EXPECT_EQ(test.tokens(), 192);
  for (const std::vector<int32_t>& sequence : test.sequences) {
    EXPECT_THAT(sequence, ::testing::Each(::testing::AllOf(::testing::Ge(0), ::testing::Lt(100))));
  }
  for (const char* wrong : {"", "16", "x", "0x12", "16x0", "16x-1", "16x12x3", "9999999x9999999"}) {
    EXPECT_EQ(TestOfShape(wrong, 100).status().code(), absl::StatusCode::kInvalidArgument) << wrong;
  }
}

TEST(EmbeddingBenchTest, Files) {
  ASSERT_OK_AND_ASSIGN(const EmbeddingBenchTest test, TestOfTokens("[[2, 7, 1], [3]]"));
  EXPECT_THAT(test.sequences, ElementsAre(ElementsAre(2, 7, 1), ElementsAre(3)));
  for (const char* wrong : {"", "[]", "[[]]", "[2]", "{}", "[[1.5]]", "[[-1]]", "[[4294967296]]", "[[\"a\"]]"}) {
    EXPECT_EQ(TestOfTokens(wrong).status().code(), absl::StatusCode::kInvalidArgument) << wrong;
  }
}

TEST(EmbeddingBenchTest, TimesEachTestInTurn) {
  EmbeddingOptions options;
  options.backend.device = "null";
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<EmbeddingEngine> engine,
                       EmbeddingEngine::Load("tests/data/models/tiny-gemma2-Q8_0.gguf", options));
  double seconds = 0;
  EmbeddingBenchReport report;
  report.model = "tiny";
  report.isa = "avx2";
  report.peak.gmac_s["avx2"] = 1;
  int rounds = 0;
  ASSERT_OK(TimeEmbeddings(
      *engine, {*TestOfShape("2x3", 10), *TestOfTokens("[[4, 5]]")}, 3, [&] { return seconds += 0.5; },
      [&] {
        ++rounds;
        return absl::OkStatus();
      },
      report));
  EXPECT_EQ(rounds, 3);
  ASSERT_EQ(report.timings.size(), 2u);
  EXPECT_THAT(report.timings[0].seconds, ElementsAre(0.5, 0.5, 0.5));
  EXPECT_GT(report.timings[0].products, 0);
  const Json json = EmbeddingBenchJson(report);
  EXPECT_EQ(json["tests"][0]["tok_s"], 12);
  EXPECT_EQ(json["tests"][1]["tokens"], 2);
  EXPECT_THAT(EmbeddingBenchText(report), HasSubstr("2x3"));
}

}  // namespace
}  // namespace ferro
