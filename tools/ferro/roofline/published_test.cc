#include "tools/ferro/roofline/published.h"

#include "base/status_testing.h"
#include "engine/kernels/ops/kv_format_name.h"
#include "engine/models/testing/hollow_model.h"

namespace ferro {
namespace {

std::vector<PublishedRow> RowsOf(const char* device, const char* shape) {
  const auto model = HollowModel::Create(shape);
  EXPECT_OK(model.status());
  return PublishedRows(device, (*model)->file());
}

TEST(PublishedTest, KnowsTheModelsByTheirShape) {
  EXPECT_EQ(RowsOf("n100", "lfm2-350m").size(), 13u);
  EXPECT_EQ(RowsOf("n100", "lfm2-1.2b").size(), 4u);
  EXPECT_TRUE(RowsOf("n100", "tiny-lfm2").empty());
  EXPECT_TRUE(RowsOf("n100", "lfm2-2.6b").empty());
  EXPECT_TRUE(RowsOf("other", "lfm2-350m").empty());
}

TEST(PublishedTest, ReadsRows) {
  const auto rows = ParsePublished(
      R"({"models": [{"width": 8, "ff": 16, "rows": [
           {"test": "prefill", "tokens": 5, "tok_s": [1, 2]},
           {"test": "decode", "depth": 3, "streams": 2, "kv": "int8", "tok_s": [4, 4], "note": "so"},
           {"test": "attention", "depth": 3, "streams": 1, "kv": "f16", "ms": [0.5, 0.5]}]}]})",
      8, 16);
  ASSERT_OK(rows.status());
  ASSERT_EQ(rows->size(), 3u);
  EXPECT_EQ((*rows)[0].phase, (Phase{.tokens = 5}));
  EXPECT_EQ((*rows)[0].high, 2);
  EXPECT_EQ((*rows)[1].phase, (Phase{Phase::Kind::kDecode, 0, 3, 2, KvType::kInt8}));
  EXPECT_EQ((*rows)[1].note, "so");
  EXPECT_EQ((*rows)[2].phase.kind, Phase::Kind::kAttention);
}

TEST(PublishedTest, RefusesOtherLayouts) {
  for (const char* const row :
       {"3", "{}", R"({"test": "prefill", "tokens": 5})", R"({"test": "prefill", "tok_s": [2, 1]})",
        R"({"test": "prefill", "tok_s": [0, 1]})", R"({"test": "prefill", "tok_s": ["a", 1]})",
        R"({"test": "decode", "tok_s": [1, 1]})", R"({"test": "dance", "tok_s": [1, 1]})"}) {
    const std::string text = std::string(R"({"models": [{"width": 8, "ff": 16, "rows": [)") + row + "]}]}";
    EXPECT_EQ(ParsePublished(text, 8, 16).status().code(), absl::StatusCode::kInvalidArgument) << row;
  }
  EXPECT_FALSE(ParsePublished("[]", 8, 16).ok());
  EXPECT_FALSE(ParsePublished("", 8, 16).ok());
}

TEST(PublishedTest, NamesTypesBothWays) {
  for (const KvType type : {KvType::kF32, KvType::kF16, KvType::kInt8}) {
    ASSERT_OK_AND_ASSIGN(const KvType same, ParseKvFormat(KvFormatName(type)));
    EXPECT_EQ(same, type);
  }
  EXPECT_FALSE(ParseKvFormat("int4").ok());
}

}  // namespace
}  // namespace ferro
