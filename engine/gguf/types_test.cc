#include "engine/gguf/types.h"

#include <limits>

#include "base/status_testing.h"

namespace ferro {
namespace {

using testing::HasSubstr;

TEST(TensorType, GeometryOfEveryReadableType) {
  struct Row {
    TensorType type;
    const char* name;
    int64_t values, bytes;
  };
  const Row kRows[] = {{TensorType::kF32, "F32", 1, 4},       {TensorType::kF16, "F16", 1, 2},
                       {TensorType::kQ4_0, "Q4_0", 32, 18},   {TensorType::kQ8_0, "Q8_0", 32, 34},
                       {TensorType::kQ4_K, "Q4_K", 256, 144}, {TensorType::kQ5_K, "Q5_K", 256, 176},
                       {TensorType::kQ6_K, "Q6_K", 256, 210}, {TensorType::kBF16, "BF16", 1, 2}};
  for (const Row& row : kRows) {
    EXPECT_TRUE(IsReadable(row.type)) << row.name;
    EXPECT_EQ(TensorTypeName(row.type), row.name);
    EXPECT_EQ(BlockValues(row.type), row.values) << row.name;
    EXPECT_EQ(BlockBytes(row.type), row.bytes) << row.name;
    ASSERT_OK_AND_ASSIGN(const int64_t bytes, RowBytes(row.type, 512));
    EXPECT_EQ(bytes, 512 / row.values * row.bytes) << row.name;
  }
}

TEST(TensorType, OtherIdsHaveNamesButNoSize) {
  for (const int32_t id : {-1, 3, 4, 5, 31, 33, 36, 38, 40, 1000, std::numeric_limits<int32_t>::min()}) {
    const TensorType type = static_cast<TensorType>(id);
    EXPECT_FALSE(IsReadable(type)) << id;
    EXPECT_FALSE(TensorTypeName(type).empty()) << id;
    EXPECT_TRUE(absl::IsFailedPrecondition(RowBytes(type, 256).status())) << id;
  }
  EXPECT_EQ(TensorTypeName(static_cast<TensorType>(7)), "Q5_1");
  EXPECT_EQ(TensorTypeName(static_cast<TensorType>(77)), "type 77");
}

TEST(RowBytes, RefusesPartialBlocks) {
  EXPECT_THAT(RowBytes(TensorType::kQ8_0, 33).status().message(), HasSubstr("33 values is not a whole number of Q8_0"));
  for (const int64_t n : {int64_t{0}, int64_t{-32}, int64_t{31}, int64_t{128}}) {
    EXPECT_TRUE(absl::IsInvalidArgument(RowBytes(TensorType::kQ6_K, n).status())) << n;
  }
}

TEST(TensorBytes, RefusesOverflow) {
  const int64_t kBig = int64_t{1} << 62;
  EXPECT_TRUE(absl::IsInvalidArgument(RowBytes(TensorType::kF32, kBig).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(ElementCount({kBig, 2}).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(ElementCount({1 << 16, 1 << 16, 1 << 16, 1 << 16}).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(TensorBytes(TensorType::kF32, {int64_t{1} << 32, int64_t{1} << 30}).status()));
  ASSERT_OK_AND_ASSIGN(const int64_t bytes, TensorBytes(TensorType::kQ8_0, {int64_t{1} << 32, int64_t{1} << 28}));
  EXPECT_EQ(bytes, (int64_t{1} << 55) * 34);
}

TEST(ElementCount, RefusesBadShapes) {
  EXPECT_TRUE(absl::IsInvalidArgument(ElementCount({}).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(ElementCount({1, 1, 1, 1, 1}).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(ElementCount({32, 0}).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(ElementCount({-32, -1}).status()));
  ASSERT_OK_AND_ASSIGN(const int64_t count, ElementCount({2, 3, 5, 7}));
  EXPECT_EQ(count, 210);
}

}  // namespace
}  // namespace ferro
