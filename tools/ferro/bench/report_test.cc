#include "tools/ferro/bench/report.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

BenchReport Example() {
  BenchReport report;
  report.model = "tiny.gguf";
  report.backend = "cpu avx-vnni";
  report.isa = "avx-vnni";
  report.kv_dtype = "f32";
  report.threads = 2;
  report.pass_rows = 512;
  report.repeat = 3;
  report.peak.threads = 2;
  report.peak.gmac_s = {{"avx2", 100}, {"avx-vnni", 200}};
  report.peak.read_gb_s = 10;
  report.work.prefill_macs = 1e9;
  report.work.dense_bytes = 1e9;
  report.work.kv_values_per_position = 1e6;
  report.results = {{{512, 0, 0}, {80, 100, 90}}, {{1, 99, 2}, {5, 5, 5}}};
  return report;
}

TEST(BenchReportTest, Bounds) {
  const BenchReport report = Example();
  EXPECT_DOUBLE_EQ(BoundTokensPerSecond(report, {512, 0, 0}), 200);
  // One step at depth 99 reads 100 rows of 4 MB for each of two sequences.
  EXPECT_DOUBLE_EQ(BoundTokensPerSecond(report, {1, 99, 2}), 2 * 10e9 / (1e9 + 2 * 100 * 4e6));
}

TEST(BenchReportTest, NoBoundWithoutAnInstructionSet) {
  BenchReport report = Example();
  report.isa = "";
  EXPECT_EQ(BoundTokensPerSecond(report, {512, 0, 0}), 0);
  EXPECT_FALSE(BenchJson(report)["tests"][0].contains("bound"));
}

TEST(BenchReportTest, JsonHasTheMembersThatScriptsRead) {
  const Json json = BenchJson(Example());
  EXPECT_EQ(json["threads"], 2);
  EXPECT_EQ(json["kv"], "f32");
  const Json prefill = json["tests"][0], decode = json["tests"][1];
  EXPECT_EQ(prefill["test"], "prefill");
  EXPECT_EQ(prefill["tokens"], 512);
  EXPECT_EQ(prefill["tok_s"], 90);
  EXPECT_EQ(prefill["min"], 80);
  EXPECT_EQ(prefill["max"], 100);
  EXPECT_EQ(prefill["gmac_s"], 90);
  EXPECT_EQ(prefill["bound"], 0.45);
  EXPECT_FALSE(prefill.contains("depth"));
  EXPECT_EQ(decode["depth"], 99);
  EXPECT_EQ(decode["sequences"], 2);
  EXPECT_EQ(decode["choose"], "given");
  EXPECT_DOUBLE_EQ(decode["gb_s"], 4.5);  // 5 tok/s of two sequences: 2.5 steps of 1.8 GB
  EXPECT_EQ(decode["bound"], 0.45);
  EXPECT_EQ(json["machine"]["gmac_s"]["avx2"], 100);
  EXPECT_EQ(json["machine"]["isa"], "avx-vnni");
}

TEST(BenchReportTest, TextShowsTheShareOfTheBound) {
  EXPECT_THAT(BenchText(Example()), HasSubstr(" 45%"));
  EXPECT_THAT(BenchText(Example()), HasSubstr("avx-vnni         200.0 G int8 multiply-adds/s  (in use)"));
}

}  // namespace
}  // namespace ferro
