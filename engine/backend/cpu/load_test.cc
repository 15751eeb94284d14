// Every tensor type through the cpu backend's packing, held against the reference backend, which reads the file's
// values as they are. Rounding weights and activations to int8 blocks moves a value by at most 1/254 of its block's
// largest; over random values the products then differ by about half a percent (nrmse), and a wrong block, scale or row
// by tens of percent.
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/nrmse_testing.h"
#include "base/status_testing.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/reference/reference_backend.h"
#include "engine/gguf/half.h"
#include "engine/gguf/types.h"

namespace ferro {
namespace {

constexpr int kInputs = 512;

// A tensor of random blocks with scales that keep its values around 1.
struct RandomTensor {
  RandomTensor(TensorType type, std::vector<int64_t> shape, uint32_t seed) {
    bytes.resize(*TensorBytes(type, shape));
    std::mt19937 random(seed);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    const auto put_half = [&](size_t at, float value) {
      const uint16_t half = FloatToHalf(value);
      std::memcpy(bytes.data() + at, &half, sizeof(half));
    };
    const size_t block = BlockBytes(type);
    for (size_t at = 0; at < bytes.size(); at += block) {
      const float value = static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
      switch (type) {
        case TensorType::kF32:
          std::memcpy(bytes.data() + at, &value, sizeof(value));
          break;
        case TensorType::kF16:
          put_half(at, value);
          break;
        case TensorType::kBF16: {
          const uint16_t bits = FloatToBFloat16(value);
          std::memcpy(bytes.data() + at, &bits, sizeof(bits));
          break;
        }
        case TensorType::kQ8_0:
        case TensorType::kQ4_0:
          put_half(at, 0.01f + 0.01f * value * value);
          break;
        case TensorType::kQ4_K:
        case TensorType::kQ5_K:
          put_half(at, 0.002f), put_half(at + 2, 0.001f);
          break;
        case TensorType::kQ6_K:
          put_half(at + 208, 0.0005f);
          break;
      }
    }
    info = {.name = "random", .type = type, .shape = std::move(shape), .offset = 0, .data = bytes};
  }
  std::vector<uint8_t> bytes;
  TensorInfo info;
};

// weights x for `rows` random inputs, flat.
std::vector<float> Product(Backend& backend, absl::Span<const MatrixPart> parts, int rows, RowRole role) {
  Pass pass;
  pass.tokens.assign(rows, 0);
  pass.positions.assign(rows, 0);
  pass.prefill_rows = role == RowRole::kPrefill ? rows : 0;
  const auto matrix = *backend.LoadMatrix(parts);
  const auto in = *backend.NewMatrixInput(rows, kInputs);
  const auto x = *backend.NewRows(rows, kInputs);
  const auto y = *backend.NewRows(rows, static_cast<int>(matrix->outputs()));
  // Inputs come through an embedding table and a norm of weight one, as in a model.
  std::mt19937 random(5);
  std::vector<float> table(static_cast<size_t>(rows) * kInputs), ones(kInputs, 1.0f);
  for (float& value : table) value = static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
  TensorInfo info = {.name = "inputs",
                     .type = TensorType::kF32,
                     .shape = {kInputs, rows},
                     .offset = 0,
                     .data = {reinterpret_cast<const uint8_t*>(table.data()), table.size() * sizeof(float)}};
  const MatrixPart part[] = {{&info, 0, rows}};
  const auto embedding = *backend.LoadMatrix(part);
  const auto weight = *backend.LoadVector(ones);
  for (int r = 0; r < rows; ++r) pass.tokens[r] = r;
  backend.Begin(pass);
  backend.Embed(*embedding, *x);
  backend.Norm(*x, *weight, 1e-5f, *in);
  backend.MatMul(*matrix, *in, *y);
  std::vector<float> result(static_cast<size_t>(rows) * matrix->outputs());
  EXPECT_OK(backend.ReadRows(*y, absl::MakeSpan(result)));
  return result;
}

class LoadTest : public testing::TestWithParam<TensorType> {};

TEST_P(LoadTest, MultipliesAsTheReferenceDoes) {
  const RandomTensor plain(GetParam(), {kInputs, 37}, 1), experts(GetParam(), {kInputs, 20, 3}, 2);
  // Stacked from a whole tensor and the second slab of another: 57 outputs, panels that mix both.
  const MatrixPart parts[] = {{&plain.info, 0, 37}, {&experts.info, 20, 20}};
  ReferenceBackend reference;
  ASSERT_OK_AND_ASSIGN(const auto cpu, CpuBackend::Create({.isa = BestIsa(), .threads = 2, .pool_spin_us = 0}));
  for (const RowRole role : {RowRole::kPrefill, RowRole::kDecode}) {
    const std::vector<float> want = Product(reference, parts, 5, role), got = Product(*cpu, parts, 5, role);
    EXPECT_LE(Nrmse(got, want), 0.015);
    EXPECT_GT(Nrmse(got, std::vector<float>(want.rbegin(), want.rend())), 0.5);  // the measure sees a difference
  }
}

INSTANTIATE_TEST_SUITE_P(Types, LoadTest,
                         testing::Values(TensorType::kF32, TensorType::kF16, TensorType::kBF16, TensorType::kQ8_0,
                                         TensorType::kQ4_0, TensorType::kQ4_K, TensorType::kQ5_K, TensorType::kQ6_K),
                         [](const auto& info) { return TensorTypeName(info.param); });

TEST(LoadErrorTest, RefusesRowsThatAreNoWholeBlocks) {
  const RandomTensor odd(TensorType::kF32, {40, 4}, 1);
  const MatrixPart part[] = {{&odd.info, 0, 4}};
  ASSERT_OK_AND_ASSIGN(const auto cpu, CpuBackend::Create({.isa = BestIsa(), .threads = 1, .pool_spin_us = 0}));
  const absl::Status status = cpu->LoadMatrix(part).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("random has rows of 40 values"));
}

TEST(CpuBackendTest, RefusesAnInstructionSetThatTheMachineLacks) {
  for (const Isa isa : {Isa::kScalar, Isa::kAvx2, Isa::kAvxVnni, Isa::kAvx512Vnni}) {
    const auto backend = CpuBackend::Create({.isa = isa, .threads = 1, .pool_spin_us = 0});
    EXPECT_EQ(backend.status().code(),
              IsSupported(isa) ? absl::StatusCode::kOk : absl::StatusCode::kFailedPrecondition);
  }
}

}  // namespace
}  // namespace ferro
