#include "tools/gpu/report.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/gpu/table.h"

namespace ferro::gpu {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Json Speed(const char* test, const char* kv, double tok_s) {
  Json speed = {{"test", test}, {"tokens", 128}, {"tok_s", tok_s}, {"min", tok_s - 1}, {"max", tok_s + 1}, {"kv", kv}};
  if (speed["test"] == "decode") speed.update({{"depth", 1900}, {"sequences", 8}, {"choose", "greedy"}});
  return speed;
}

Report Example() {
  Report report;
  report.facts = {{"date", "2026-11-30"}};
  report.drivers = {{"bad", Outcome::kFailed, "killed by signal 6"}, {"idle", Outcome::kSkipped, "has no device here"}};
  DeviceReport device;
  device.title = "Device 0: a <b> | c";
  device.properties = {{"name", "opencl:0"}, {"driver", "1.2"}, {"dot", nullptr}};
  device.results = {
      {"kernels", "gemm_test", 1.25, {{"A.B", Outcome::kPassed, ""}, {"A.C", Outcome::kFailed, "1 | 2"}}, {}},
      {"table", "prefill", 2, {{"prefill 128", Outcome::kPassed, ""}}, {Speed("prefill", "f32", 100)}}};
  report.devices = {device};
  return report;
}

TEST(ReportTest, CountsDriversAndTests) {
  EXPECT_EQ(LastLine(Example()), "2 passed, 2 failed");
  EXPECT_EQ(LastLine(Report()), "0 passed, 0 failed");
}

TEST(ReportTest, MarkdownShowsWhatFailed) {
  const std::string text = ReportMarkdown(Example());
  EXPECT_THAT(text, HasSubstr("**2 passed, 2 failed**"));
  EXPECT_THAT(text, HasSubstr("- FAILED bad: killed by signal 6\n"));
  EXPECT_THAT(text, HasSubstr("- idle: has no device here\n"));
  EXPECT_THAT(text, HasSubstr("## Device 0: a &lt;b> \\| c\n"));
  EXPECT_THAT(text, HasSubstr("| driver | 1.2 |\n"));
  EXPECT_THAT(text, HasSubstr("| dot | none |\n"));
  EXPECT_THAT(text, HasSubstr("| kernels | gemm_test | 1 | 1 | 0 | 1.2 |\n"));
  EXPECT_THAT(text, HasSubstr("- FAILED gemm_test: A.C: 1 \\| 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("FAILED gemm_test: A.B")));
  EXPECT_THAT(text, HasSubstr("- passed gemm_test: A.B\n"));
  EXPECT_THAT(text, HasSubstr("| prefill 128 | 100.0 [99.0, 101.0] |\n"));
}

TEST(ReportTest, JsonHasEveryVerdict) {
  const Json json = ReportJson(Example());
  EXPECT_EQ(json["passed"], 2);
  EXPECT_EQ(json["failed"], 2);
  EXPECT_EQ(json["skipped"], 1);
  EXPECT_EQ(json["facts"]["date"], "2026-11-30");
  EXPECT_EQ(json["drivers"][0]["outcome"], "failed");
  const Json& device = json["devices"][0];
  EXPECT_EQ(device["programs"][0]["tests"][1]["message"], "1 | 2");
  EXPECT_FALSE(device["programs"][0]["tests"][0].contains("message"));
  EXPECT_EQ(device["speeds"][0]["tok_s"], 100);
}

TEST(TableTest, OneColumnForEachTypeOfKeysAndValues) {
  EXPECT_EQ(TableMarkdown({Speed("prefill", "f32", 100), Speed("decode", "f32", 10), Speed("decode", "int8", 20)}),
            "| tok/s | kv f32 | kv int8 |\n|---|---|---|\n"
            "| prefill 128 | 100.0 [99.0, 101.0] |  |\n"
            "| decode 128 at depth 1900, 8 streams, greedy | 10.0 [9.0, 11.0] | 20.0 [19.0, 21.0] |\n");
  EXPECT_EQ(TableMarkdown({}), "");
}

TEST(TableTest, Plan) {
  const auto jobs = PlanTable({}, "m.gguf", "opencl:1");
  EXPECT_EQ(jobs.size(), 9u);  // prefill, one stream, eight, for three types
  EXPECT_EQ(jobs[8].name, "decode, 8 streams, kv int8");
  EXPECT_THAT(jobs[0].arguments, testing::IsSupersetOf({"--device", "opencl:1", "--lm", "m.gguf", "--kv-dtype"}));
  TableOptions quick;
  quick.quick = true;
  EXPECT_EQ(PlanTable(quick, "m.gguf", "opencl:1").size(), 2u);
}

}  // namespace
}  // namespace ferro::gpu
