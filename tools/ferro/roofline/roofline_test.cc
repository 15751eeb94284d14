#include "tools/ferro/roofline/roofline.h"

#include <algorithm>

#include "base/status_testing.h"
#include "engine/models/testing/hollow_model.h"

namespace ferro {
namespace {

absl::StatusOr<ModelRoofline> Compute(const char* shape, const RooflineOptions& options) {
  const auto model = HollowModel::Create(shape);
  EXPECT_OK(model.status());
  return ComputeRoofline((*model)->file(), *LoadDeviceProfile("n100"), options);
}

RooflineOptions Few() { return {.prefill = {5}, .depths = {0, 300}, .streams = {1, 2}, .kv_types = {KvType::kF16}}; }

TEST(RooflineTest, HasEveryPhaseOnce) {
  ASSERT_OK_AND_ASSIGN(const ModelRoofline roofline, Compute("tiny-lfm2", Few()));
  ASSERT_EQ(roofline.rows.size(), 5u);
  EXPECT_EQ(roofline.model, "tiny-lfm2");
  EXPECT_EQ(roofline.rows[0].phase.kind, Phase::Kind::kPrefill);
  EXPECT_EQ(roofline.rows[0].tokens, 5);
  EXPECT_EQ(roofline.rows[2].phase, (Phase{Phase::Kind::kDecode, 0, 300, 1, KvType::kF16}));
  EXPECT_EQ(roofline.rows[4].tokens, 2);
  for (const RooflineRow& row : roofline.rows) {
    EXPECT_GT(row.tok_s(), 0);
    EXPECT_LE(row.prediction.ceiling_s, row.prediction.work_s);
    EXPECT_LE(row.prediction.work_s, row.prediction.total_s());
    EXPECT_FALSE(row.published);
  }
  EXPECT_GT(roofline.rows[1].tok_s(), roofline.rows[2].tok_s());
}

TEST(RooflineTest, AddsWhatWasPublished) {
  ASSERT_OK_AND_ASSIGN(const ModelRoofline roofline, Compute("lfm2-350m", {{762}, {0}, {1}, {KvType::kF32}}));
  int published = 0;
  const RooflineRow* layer = nullptr;
  for (const RooflineRow& row : roofline.rows) {
    published += row.published.has_value();
    if (row.phase.kind == Phase::Kind::kAttention && row.phase.kv == KvType::kF32) layer = &row;
  }
  EXPECT_EQ(published, 13);
  EXPECT_EQ(roofline.rows.size(), 13u);
  ASSERT_NE(layer, nullptr);
  // 1921 keys and values of 8 heads of 64 floats, and what the two launches hand over.
  EXPECT_GT(layer->prediction.work.bytes, 1921.0 * 2 * 8 * 64 * 4);
  EXPECT_LT(layer->prediction.work.bytes, 1921.0 * 2 * 8 * 64 * 4 * 1.1);
  EXPECT_LE(layer->prediction.launches, 2);
  EXPECT_DOUBLE_EQ(layer->prediction.work.float_ops, 4.0 * 16 * 64 * 1921);
}

TEST(RooflineTest, PutsThePublishedAttentionInPlaceOfItsOwn) {
  ASSERT_OK_AND_ASSIGN(const ModelRoofline roofline, Compute("lfm2-350m", {{}, {}, {}, {}}));
  const auto row_of = [&](Phase::Kind kind, int depth, KvType kv) {
    const Phase phase = {kind, 0, depth, 1, kv};
    return *std::find_if(roofline.rows.begin(), roofline.rows.end(),
                         [&](const RooflineRow& row) { return row.phase == phase; });
  };
  const RooflineRow step = row_of(Phase::Kind::kDecode, 1900, KvType::kF32);
  const RooflineRow layer = row_of(Phase::Kind::kAttention, 1920, KvType::kF32);
  ASSERT_TRUE(step.with_published_attention_s);
  // Six layers; 1901 keys are 1 % fewer than 1921.
  const double rest = step.prediction.total_s() - 6 * layer.prediction.total_s();
  EXPECT_NEAR(*step.with_published_attention_s, rest + 6 * 1.20e-3, 6 * 0.01 * layer.prediction.total_s());
  EXPECT_FALSE(row_of(Phase::Kind::kDecode, 1900, KvType::kF16).with_published_attention_s);
  EXPECT_FALSE(row_of(Phase::Kind::kDecode, 200, KvType::kF32).with_published_attention_s);
}

TEST(RooflineTest, ErrorsAreFromTheNearerEndOfARange) {
  RooflineRow row;
  row.tokens = 1;
  row.prediction.work_s = 0.01;  // 100 tok/s
  row.published = PublishedRow{{}, 50, 80, ""};
  EXPECT_DOUBLE_EQ(row.error(), 0.25);
  row.published = PublishedRow{{}, 125, 150, ""};
  EXPECT_DOUBLE_EQ(row.error(), -0.2);
  row.published = PublishedRow{{}, 80, 125, ""};
  EXPECT_DOUBLE_EQ(row.error(), 0);
}

TEST(RooflineTest, SaysWhatDoesNotFit) {
  RooflineOptions deep = Few();
  deep.depths = {9000};  // trained for 8192
  const absl::Status status = Compute("tiny-lfm2", deep).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("9000"), std::string::npos) << status;
}

}  // namespace
}  // namespace ferro
