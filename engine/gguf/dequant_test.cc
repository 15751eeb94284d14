#include "engine/gguf/dequant.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

Json ReadJson(const std::string& path) {
  const absl::StatusOr<Json> json = ParseJson(ReadFile(path));
  EXPECT_OK(json) << path;
  return json.ok() ? *json : Json();
}

std::vector<uint8_t> Bytes(const Json& hex) {
  const std::string bytes = absl::HexStringToBytes(hex.get<std::string>());
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

std::vector<float> Dequantize(TensorType type, const std::vector<uint8_t>& bytes, size_t n) {
  EXPECT_EQ(*RowBytes(type, static_cast<int64_t>(n)), static_cast<int64_t>(bytes.size()));
  std::vector<float> values(n);
  DequantizeRow(type, bytes.data(), values.data(), static_cast<int64_t>(n));
  return values;
}

// Bits, so that -0 differs from 0 and NaNs can be compared.
std::vector<uint32_t> Bits(const std::vector<float>& values) {
  std::vector<uint32_t> bits(values.size());
  std::memcpy(bits.data(), values.data(), values.size() * sizeof(float));
  return bits;
}

class QuantGolden : public testing::Test {
 protected:
  const Json cases_ = ReadJson("tests/data/quant.json");
};

TEST_F(QuantGolden, DequantizeRowGivesTheReferenceValues) {
  ASSERT_EQ(cases_.size(), 10u);
  const std::pair<const char*, TensorType> kTypes[] = {
      {"Q8_0", TensorType::kQ8_0}, {"Q4_0", TensorType::kQ4_0}, {"F16", TensorType::kF16}, {"BF16", TensorType::kBF16}};
  for (const Json& block : cases_) {
    for (const auto& [name, type] : kTypes) {
      const std::vector<float> want = block[name]["values"].get<std::vector<float>>();
      EXPECT_EQ(Bits(Dequantize(type, Bytes(block[name]["hex"]), 32)), Bits(want)) << block["name"] << " " << name;
    }
  }
}

TEST_F(QuantGolden, QuantizeQ8_0RowGivesTheReferenceBytes) {
  for (const Json& block : cases_) {
    const std::vector<float> values = block["values"].get<std::vector<float>>();
    std::vector<uint8_t> bytes(34);
    QuantizeQ8_0Row(values.data(), bytes.data(), 32);
    EXPECT_EQ(bytes, Bytes(block["Q8_0"]["hex"])) << block["name"];
  }
}

TEST_F(QuantGolden, HalfAndBFloat16GiveTheReferenceBytes) {
  for (const Json& block : cases_) {
    const std::vector<float> values = block["values"].get<std::vector<float>>();
    const std::vector<uint8_t> half = Bytes(block["F16"]["hex"]);
    const std::vector<uint8_t> bfloat = Bytes(block["BF16"]["hex"]);
    for (size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(FloatToHalf(values[i]), half[2 * i] | half[2 * i + 1] << 8) << block["name"] << " " << i;
      EXPECT_EQ(FloatToBFloat16(values[i]), bfloat[2 * i] | bfloat[2 * i + 1] << 8) << block["name"] << " " << i;
    }
  }
}

TEST(KQuantGolden, DequantizeRowGivesTheReferenceBits) {
  const Json cases = ReadJson("tests/data/kquants.json");
  const std::pair<const char*, TensorType> kTypes[] = {
      {"Q4_K", TensorType::kQ4_K}, {"Q5_K", TensorType::kQ5_K}, {"Q6_K", TensorType::kQ6_K}};
  for (const auto& [name, type] : kTypes) {
    const std::vector<uint8_t> want_bytes = Bytes(cases[name]["f32_hex"]);
    std::vector<float> want(want_bytes.size() / sizeof(float));
    std::memcpy(want.data(), want_bytes.data(), want_bytes.size());
    ASSERT_EQ(want.size(), 768u);
    EXPECT_EQ(Bits(Dequantize(type, Bytes(cases[name]["hex"]), want.size())), Bits(want)) << name;
  }
}

TEST(QuantizeQ8_0Row, RoundsHalvesAwayFromZero) {
  std::vector<float> values(32, 0.0f);
  values[0] = 127;
  values[1] = 0.5f;
  values[2] = 1.5f;
  values[3] = -2.5f;
  std::vector<uint8_t> bytes(34);
  QuantizeQ8_0Row(values.data(), bytes.data(), 32);
  EXPECT_EQ(static_cast<int8_t>(bytes[2]), 127);
  EXPECT_EQ(static_cast<int8_t>(bytes[3]), 1);
  EXPECT_EQ(static_cast<int8_t>(bytes[4]), 2);
  EXPECT_EQ(static_cast<int8_t>(bytes[5]), -3);
}

TEST(QuantizeQ8_0Row, BlocksAreIndependent) {
  std::vector<float> values(96);
  for (int i = 0; i < 96; ++i) values[i] = std::sin(static_cast<float>(i)) * static_cast<float>(1 + i / 32 * 10);
  std::vector<uint8_t> together(3 * 34);
  QuantizeQ8_0Row(values.data(), together.data(), 96);
  for (int b = 0; b < 3; ++b) {
    std::vector<uint8_t> alone(34);
    QuantizeQ8_0Row(values.data() + 32 * b, alone.data(), 32);
    EXPECT_EQ(alone, std::vector<uint8_t>(together.begin() + 34 * b, together.begin() + 34 * (b + 1))) << b;
  }
}

TEST(QuantizeQ8_0Row, NonFiniteInputReadsBackAsNaN) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                          -std::numeric_limits<float>::infinity()}) {
    std::vector<float> values(32, 1.0f);
    values[7] = bad;
    std::vector<uint8_t> bytes(34);
    QuantizeQ8_0Row(values.data(), bytes.data(), 32);
    for (const float value : Dequantize(TensorType::kQ8_0, bytes, 32)) EXPECT_TRUE(std::isnan(value));
  }
}

TEST(QuantizeQ8_0Row, TinyValuesBecomeZero) {
  // 1 / d would overflow: the quants must not come from a conversion of infinity.
  std::vector<float> values(32, 1e-40f);
  std::vector<uint8_t> bytes(34, 0xff);
  QuantizeQ8_0Row(values.data(), bytes.data(), 32);
  EXPECT_EQ(bytes, std::vector<uint8_t>(34, 0));
}

}  // namespace
}  // namespace ferro
