#include "tools/ferro/bench/decision_bench.h"

#include <memory>
#include <string>

#include "base/status_testing.h"
#include "engine/models/lfm2_decision/products.h"
#include "engine/text/decision/question_testing.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

DecisionItem Item(int questions) {
  DecisionItem item;
  item.state = "The lamp is lit.";
  for (int i = 0; i < questions; ++i) {
    item.questions.push_back({"q", QuestionFromText(R"({"type": "noul", "instructions": "Is it lit?"})")});
  }
  return item;
}

std::unique_ptr<DecisionEngine> NullEngine() {
  DecisionOptions options;
  options.backend.device = kNullDevice;
  return *DecisionEngine::Load("tests/data/models/tiny-d1-Q8_0.gguf", options);
}

TEST(DecisionBenchTest, Products) {
  DecisionConfig config;
  config.width = 1024;
  config.kv_heads = 8;
  config.head_dim = 64;
  config.ff = 4608;
  config.head_ff = 4096;
  config.head_blocks = 2;
  config.attention = {false, false, true, false, false, true,  false, false,
                      true,  false, true, false, true,  false, true,  false};
  // d1-omni: the trunk's matrices have 287.3 M values, a head block 12.6 M.
  const double trunk = 16.0 * 3 * 1024 * 4608 + 10.0 * 4 * 1024 * 1024 + 6.0 * (2 + 1) * 1024 * 1024;
  const double block = 4.0 * 1024 * 1024 + 2.0 * 1024 * 4096;
  EXPECT_EQ(DecisionProducts(config, 1, 0), trunk + block + 2.0 * 1024 * 1024);
  EXPECT_EQ(DecisionProducts(config, 0, 1), block - 1024 * 1024);
}

TEST(DecisionBenchTest, TimesBothWays) {
  const std::unique_ptr<DecisionEngine> engine = NullEngine();
  DecisionRequest request;
  request.items = {Item(1), Item(2)};
  double clock = 0;
  int rounds = 0;
  DecisionBenchReport report;
  // The clock advances by one second a look.
  ASSERT_OK(TimeDecisions(
      *engine, request, 3, [&] { return clock += 1; },
      [&] {
        ++rounds;
        return absl::OkStatus();
      },
      report));
  EXPECT_EQ(rounds, 3);
  EXPECT_EQ(report.requests, 2);
  EXPECT_EQ(report.questions, 3);
  EXPECT_EQ(report.options, 6);
  ASSERT_EQ(report.timings.size(), 2u);
  EXPECT_THAT(report.timings[0].seconds, ElementsAre(1, 1, 1));
  EXPECT_THAT(report.timings[1].seconds, ElementsAre(1, 1, 1));
  EXPECT_EQ(engine->Stats().passes, 1 + 3 * (1 + 2));
}

TEST(DecisionBenchTest, Reports) {
  DecisionBenchReport report;
  report.model = "d1.gguf";
  report.backend = "cpu avx2";
  report.isa = "avx2";
  report.threads = 2;
  report.batch_tokens = 4096;
  report.requests = 1;
  report.questions = 3;
  report.tokens = 300;
  report.products = 50e9;
  report.timings = {{"all at once", {3, 1, 2}}};
  report.peak.gmac_s["avx2"] = 100;
  EXPECT_EQ(report.ShareOfPeak(report.timings[0]), 0.25);
  const Json json = DecisionBenchJson(report);
  EXPECT_EQ(json["tokens"], 300);
  EXPECT_EQ(json["tests"][0]["tok_s"], 150);
  EXPECT_EQ(json["tests"][0]["min"], 100);
  EXPECT_EQ(json["tests"][0]["max"], 300);
  EXPECT_EQ(json["tests"][0]["gmac_s"], 25);
  EXPECT_EQ(json["tests"][0]["bound"], 0.25);
  EXPECT_THAT(DecisionBenchText(report), HasSubstr("25.0%"));
  report.isa = "";
  EXPECT_FALSE(DecisionBenchJson(report)["tests"][0].contains("bound"));
}

}  // namespace
}  // namespace ferro
