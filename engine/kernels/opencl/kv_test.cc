#include "engine/kernels/opencl/kv.h"

#include "base/status_testing.h"
#include "engine/kernels/opencl/testing.h"
#include "gmock/gmock.h"

namespace ferro::opencl {
namespace {

using ::testing::HasSubstr;

TEST(HeadShapeTest, RefusesWhatKernelsCannotHold) {
  EXPECT_OK(CheckHeadShape({16, 8, 64}));
  EXPECT_OK(CheckHeadShape({16, 1, 256}));
  for (const HeadShape& shape :
       {HeadShape{16, 8, 0}, {16, 8, 48}, {16, 8, 288}, {16, 5, 64}, {16, 0, 64}, {34, 2, 64}}) {
    EXPECT_EQ(CheckHeadShape(shape).code(), absl::StatusCode::kInvalidArgument)
        << shape.heads << " " << shape.kv_heads << " " << shape.head_dim;
  }
}

using KvBuffersTest = KernelTest;

TEST_P(KvBuffersTest, RoundsPositionsUpToKeyBlocks) {
  ASSERT_OK_AND_ASSIGN(const KvBuffers f32, KvBuffers::Create(context(), KvFormat::kF32, {4, 2, 32}, 3, 65));
  EXPECT_EQ(f32.view().positions, 128);
  EXPECT_EQ(f32.bytes(), 2 * 3 * 2 * 128 * 32 * 4);
  ASSERT_OK_AND_ASSIGN(const KvBuffers int8, KvBuffers::Create(context(), KvFormat::kInt8, {4, 2, 32}, 3, 64));
  EXPECT_EQ(int8.bytes(), 2 * 3 * 2 * 64 * (32 + 4));
  EXPECT_NE(int8.view().key_scales, int8.view().keys);
}

TEST_P(KvBuffersTest, RefusesWhatIndicesCannotReach) {
  const auto kv = KvBuffers::Create(context(), KvFormat::kInt8, {16, 8, 64}, 1 << 20, 1 << 20);
  EXPECT_EQ(kv.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(kv.status().message()), HasSubstr("16777215 positions"));
  EXPECT_EQ(KvBuffers::Create(context(), KvFormat::kF32, {16, 8, 64}, 0, 64).status().code(),
            absl::StatusCode::kInvalidArgument);
}

FERRO_FOR_EACH_OPENCL_DEVICE(KvBuffersTest);

}  // namespace
}  // namespace ferro::opencl
