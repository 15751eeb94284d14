#include "engine/gguf/q8_0_rows.h"

#include <cstring>
#include <random>
#include <string>

#include "base/status_testing.h"
#include "engine/gguf/dequant.h"

namespace ferro {
namespace {

constexpr int kInputs = 512;  // two blocks of the largest kind

struct RandomTensor {
  RandomTensor(TensorType type, int64_t rows, uint32_t seed) : bytes(*TensorBytes(type, {kInputs, rows})) {
    std::mt19937 random(seed);
    if (type == TensorType::kF32) {  // random bits would hold NaNs, which compare with nothing
      for (size_t at = 0; at < bytes.size(); at += sizeof(float)) {
        const float value = static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
        std::memcpy(&bytes[at], &value, sizeof(value));
      }
    } else {
      for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    }
    info = {.name = "random", .type = type, .shape = {kInputs, rows}, .offset = 0, .data = bytes};
  }
  std::vector<uint8_t> bytes;
  TensorInfo info;
};

std::string Text(const uint8_t* blocks, int64_t count) {
  return std::string(reinterpret_cast<const char*>(blocks), count * kQ8_0BlockBytes);
}

class Q8_0RowsTest : public testing::TestWithParam<TensorType> {};

TEST_P(Q8_0RowsTest, AnyRangeOfBlocksIsThatOfTheWholeRow) {
  const RandomTensor first(GetParam(), 3, 1), second(GetParam(), 5, 2);
  Q8_0Rows rows;
  ASSERT_OK(rows.Append(first.info, 1, 2));
  ASSERT_OK(rows.Append(second.info, 0, 5));
  ASSERT_EQ(rows.outputs(), 7);
  ASSERT_EQ(rows.blocks(), kInputs / 32);
  Q8_0Rows::Scratch scratch;
  for (int64_t output = 0; output < rows.outputs(); ++output) {
    const RandomTensor& tensor = output < 2 ? first : second;
    const int64_t row = output < 2 ? output + 1 : output - 2;
    const uint8_t* const file = tensor.bytes.data() + row * tensor.info.row_bytes();
    std::vector<uint8_t> whole(rows.blocks() * kQ8_0BlockBytes);
    if (GetParam() == TensorType::kQ8_0) {
      std::memcpy(whole.data(), file, whole.size());
    } else {
      std::vector<float> values(kInputs);
      DequantizeRow(GetParam(), file, values.data(), kInputs);
      QuantizeQ8_0Row(values.data(), whole.data(), kInputs);
    }
    for (const auto& [begin, end] : {std::pair<int64_t, int64_t>{0, 16}, {0, 1}, {15, 16}, {3, 12}, {8, 16}, {7, 9}}) {
      ASSERT_EQ(Text(rows.Blocks(output, begin, end, scratch), end - begin),
                Text(whole.data() + begin * kQ8_0BlockBytes, end - begin))
          << "output " << output << ", blocks " << begin << " to " << end;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Q8_0RowsTest,
                         testing::Values(TensorType::kF32, TensorType::kF16, TensorType::kBF16, TensorType::kQ8_0,
                                         TensorType::kQ4_0, TensorType::kQ4_K, TensorType::kQ5_K, TensorType::kQ6_K),
                         [](const auto& info) { return TensorTypeName(info.param); });

TEST(Q8_0RowsErrorTest, RefusesRowsOfAnotherLength) {
  const RandomTensor good(TensorType::kF32, 2, 1);
  TensorInfo odd = {.name = "odd", .type = TensorType::kF32, .shape = {40, 2}, .offset = 0, .data = {}};
  TensorInfo shorter = {.name = "shorter", .type = TensorType::kF32, .shape = {64, 2}, .offset = 0, .data = {}};
  Q8_0Rows rows;
  const absl::Status not_whole = rows.Append(odd, 0, 2);
  EXPECT_EQ(not_whole.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(not_whole.message()), testing::HasSubstr("odd has rows of 40 values"));
  ASSERT_OK(rows.Append(good.info, 0, 2));
  const absl::Status unequal = rows.Append(shorter, 0, 2);
  EXPECT_EQ(unequal.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(unequal.message()), testing::HasSubstr("shorter has rows of 64 values where random has 512"));
  EXPECT_EQ(rows.outputs(), 2);
}

}  // namespace
}  // namespace ferro
