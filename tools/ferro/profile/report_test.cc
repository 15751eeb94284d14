#include "tools/ferro/profile/report.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ProfileReport SmallReport() {
  ProfileReport report;
  report.model = "m.gguf";
  report.backend = "opencl X plain";
  report.kv_dtype = "f16";
  report.peak = opencl::DevicePeak{.read_gb_s = 20,
                                   .read_bytes = int64_t{256} << 20,
                                   .int8_gop_s = 1000,
                                   .float_gop_s = 100,
                                   .enqueue_us = 2,
                                   .launch_us = 40,
                                   .readback_us = 90};
  PassProfile pass;
  pass.test = {.tokens = 8, .depth = 100, .sequences = 1, .choice = TokenChoice::kGreedy};
  pass.items = 2;
  opencl::LaunchTime norm = {"norm_quantise", 1e-3, {}}, gemv = {"gemv_store 64x64", 3e-3, {}};
  gemv.work.fixed = {30e6, 60e6, 0};  // 10 GB/s: half of what the memory gives
  for (int step = 0; step < 2; ++step) {
    const opencl::LaunchTime times[] = {norm, gemv};
    pass.table.Add(times, {});
  }
  pass.host.seconds = {0.006, 0.005, 0.004};
  report.passes.push_back(pass);
  return report;
}

TEST(ProfileReportTest, TextShowsTheLongestFirstAndTheNearestCeiling) {
  const std::string text = ProfileText(SmallReport());
  EXPECT_THAT(text, HasSubstr("m.gguf on opencl X plain, kv f16\n"));
  EXPECT_THAT(text, HasSubstr("read 20.0 GB/s (of 256 MiB), int8 1000.0 GOP/s, float 100.0 GOP/s"));
  EXPECT_THAT(text, HasSubstr("decode step at depth 100, 1 sequence, greedy, mean of 2\n"));
  const size_t gemv = text.find("gemv_store 64x64"), norm = text.find("norm_quantise"), all = text.find("  all ");
  ASSERT_NE(norm, std::string::npos);
  EXPECT_LT(gemv, norm);
  EXPECT_LT(norm, all);
  EXPECT_THAT(text.substr(gemv, norm - gemv), HasSubstr(" 3000.0   3000.00  75.0%    10.00      20.0   50.0% read\n"));
  EXPECT_THAT(text, HasSubstr("a step takes the host 5.000 ms (median of 3; 4.000 to 6.000), its launches the device "
                              "4.000 ms: 80% of it\n"));
  EXPECT_THAT(text, Not(HasSubstr("wrong on purpose")));
}

TEST(ProfileReportTest, ChangedLaunchesAreSaidToGiveWrongResults) {
  ProfileReport report = SmallReport();
  report.repeats = {.skipped = "gemv", .doubled = "norm"};
  report.passes[0].changed.seconds = {0.002};
  EXPECT_THAT(ProfileText(report), HasSubstr("without gemv, twice norm: 2.000 ms (median of 1; 2.000 to 2.000), "
                                             "-3.000 ms. Its results are wrong on purpose.\n"));
  const Json changed = ProfileJson(report)["passes"][0]["changed"];
  EXPECT_EQ(changed["skipped"], "gemv");
  EXPECT_EQ(changed["host_ms"]["median"], 2);
}

TEST(ProfileReportTest, ADriverWithoutTimesShowsNone) {
  ProfileReport report = SmallReport();
  report.passes[0].table = {};
  const opencl::LaunchTime time = {"embed", 0, {}};
  report.passes[0].table.Add({&time, 1}, {});
  const std::string text = ProfileText(report);
  EXPECT_THAT(text, HasSubstr("this driver does not tell how long launches take"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  EXPECT_FALSE(ProfileJson(report)["passes"][0]["kernels"][0].contains("share"));
}

TEST(ProfileReportTest, JsonCountsByStep) {
  ProfileReport report = SmallReport();
  report.check = SelfCheck{.prompt = 70, .steps = 4, .compared = 30};
  const Json json = ProfileJson(report);
  EXPECT_EQ(json["ceilings"]["read_mib"], 256);
  const Json& pass = json["passes"][0];
  EXPECT_EQ(pass["test"], "decode");
  EXPECT_EQ(pass["items"], 2);
  EXPECT_EQ(pass["launches"], 2);
  EXPECT_EQ(pass["device_ms"], 4);
  EXPECT_EQ(pass["host_ms"]["max"], 6);
  const Json& gemv = pass["kernels"][1];
  EXPECT_EQ(gemv["name"], "gemv_store 64x64");
  EXPECT_EQ(gemv["launches"], 1);
  EXPECT_EQ(gemv["us"], 3000);
  EXPECT_EQ(gemv["share"], 0.75);
  EXPECT_EQ(gemv["gb_s"], 10);
  EXPECT_EQ(gemv["gop_s"], 20);
  EXPECT_EQ(gemv["ceiling"], "read");
  EXPECT_EQ(gemv["of_ceiling"], 0.5);
  EXPECT_FALSE(pass.contains("changed"));
  EXPECT_EQ(json["check"]["max_diff"], 0);
}

TEST(ProfileReportTest, TheCheckAloneIsALine) {
  ProfileReport report;
  report.model = "m.gguf";
  report.backend = "cpu avx2";
  report.kv_dtype = "f32";
  report.check = SelfCheck{.prompt = 70, .steps = 4, .compared = 30};
  EXPECT_EQ(ProfileText(report), "m.gguf on cpu avx2, kv f32\n" + report.check->Text() + "\n");
}

}  // namespace
}  // namespace ferro
