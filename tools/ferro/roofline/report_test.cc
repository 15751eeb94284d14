#include "tools/ferro/roofline/report.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using testing::HasSubstr;
using testing::Not;

ModelRoofline ThreeRows() {
  ModelRoofline model;
  model.model = "some.gguf";
  RooflineRow prefill;
  prefill.phase = {.kind = Phase::Kind::kPrefill, .tokens = 100};
  prefill.tokens = 100;
  prefill.prediction = {.launches = 7,
                        .work = {.bytes = 2e8, .int8_ops = 3e11, .float_ops = 4e9},
                        .memory_s = 0.01,
                        .int8_s = 0.2,
                        .float_s = 0.03,
                        .work_s = 0.24,
                        .overhead_s = 0.01,
                        .ceiling_s = 0.05};
  prefill.published = PublishedRow{prefill.phase, 320, 320, ""};
  RooflineRow layer = prefill;
  layer.phase = {Phase::Kind::kAttention, 0, 99, 1, KvType::kInt8};
  layer.tokens = 1;
  RooflineRow step = prefill;
  step.phase = {Phase::Kind::kDecode, 0, 99, 1, KvType::kF32};
  step.tokens = 1;
  step.published = PublishedRow{step.phase, 5, 5, ""};
  step.with_published_attention_s = 0.25;
  layer.published = PublishedRow{layer.phase, 100, 125, "twice measured"};
  model.rows = {prefill, step, layer};
  return model;
}

TEST(RooflineReportTest, TheTablesSayWhatIsAskedForAndHowLongItTakes) {
  const std::string text = RooflineText(*LoadDeviceProfile("n100"), {ThreeRows()});
  EXPECT_THAT(text, HasSubstr("- Reads, 25.9 GB/s: the seed, "));
  EXPECT_THAT(text, HasSubstr("## some.gguf on n100"));
  EXPECT_THAT(text, HasSubstr("| prefill 100                     |        7 |       2.00 |             3.00 |"));
  EXPECT_THAT(text, HasSubstr("400 |          2000 |           320 |  +25 % |"));
  EXPECT_THAT(text, HasSubstr("| attention layer, 100 keys, int8 |"));
  EXPECT_THAT(text, HasSubstr("100 to 125 ms | +100 % |"));
  EXPECT_THAT(text, HasSubstr("| decode at 99, f32 |      250 |  4.00 |      5.00 | -20 % |"));
  EXPECT_THAT(text, HasSubstr("1 of 3 published rows are within 20 %"));
  EXPECT_THAT(text, HasSubstr("- attention layer, 100 keys, int8: twice measured.\n"));
}

TEST(RooflineReportTest, WithoutPublishedRowsThereIsNoVerdict) {
  ModelRoofline model = ThreeRows();
  for (RooflineRow& row : model.rows) row.published.reset();
  EXPECT_THAT(RooflineText(*LoadDeviceProfile("n100"), {model}), Not(HasSubstr("published rows")));
}

TEST(RooflineReportTest, JsonHasTheSame) {
  const Json json = RooflineJson(*LoadDeviceProfile("n100"), {ThreeRows()});
  EXPECT_EQ(json["device"]["read_gb_s"], 25.9);
  const Json& prefill = json["models"][0]["rows"][0];
  EXPECT_EQ(prefill["test"], "prefill");
  EXPECT_DOUBLE_EQ(prefill["total_ms"].get<double>(), 250);
  EXPECT_DOUBLE_EQ(prefill["tok_s"].get<double>(), 400);
  EXPECT_DOUBLE_EQ(prefill["error"].get<double>(), 0.25);
  EXPECT_EQ(prefill["published"], Json::array({320.0, 320.0}));
  EXPECT_TRUE(prefill["with_published_attention_ms"].is_null());
  EXPECT_EQ(json["models"][0]["rows"][1]["with_published_attention_ms"], 250);
  EXPECT_TRUE(json["models"][0]["rows"][2]["tok_s"].is_null());
}

}  // namespace
}  // namespace ferro
