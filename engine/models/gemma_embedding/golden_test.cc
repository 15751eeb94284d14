// The models against vectors that an independent float64 implementation gave (tests/data/goldens, see the README
// there).
//
// Tolerances. In float arithmetic a cosine of 0.99999. In int8 the tiny random networks amplify each activation that
// rounds to the other side: variants of the rounding differ down to 0.9969, so 0.995 is accepted.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "engine/backend/test_backends.h"
#include "engine/gguf/file.h"
#include "engine/models/gemma_embedding/model.h"
#include "engine/models/testing/synthetic_gemma.h"

namespace ferro {
namespace {

struct GoldenCase {
  EmbeddingFamily family;
  TensorType type;      // of the file's matrices
  std::string variant;  // of the goldens
  TestBackend backend;
};

std::string Name(const testing::TestParamInfo<GoldenCase>& info) {
  return std::string(info.param.family == EmbeddingFamily::kGemma1 ? "Gemma1_" : "Gemma2_") +
         std::string(TensorTypeName(info.param.type)) + "_" + info.param.backend.name();
}

// Tokens that llvmpipe needs half a minute for.
constexpr size_t kLongForSlow = 200;

double Cosine(const std::vector<float>& a, const float* b) {
  double ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ab += double{a[i]} * b[i];
    aa += double{a[i]} * a[i];
    bb += double{b[i]} * b[i];
  }
  return ab / std::sqrt(aa * bb);
}

class GoldenTest : public testing::TestWithParam<GoldenCase> {};

TEST_P(GoldenTest, Vectors) {
  const GoldenCase& param = GetParam();
  const bool first = param.family == EmbeddingFamily::kGemma1;
  SyntheticGemma shape = first ? TinyGemma1() : SyntheticGemma();
  shape.type = param.type;
  const std::string bytes = *SyntheticGemmaModel(shape).Serialize();
  ASSERT_OK_AND_ASSIGN(const auto file,
                       GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, "synthetic"));
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Backend> backend, param.backend.Create());
  ASSERT_OK_AND_ASSIGN(const auto model, GemmaEmbeddingModel::Load(*file, *backend, {}));

  const std::string stem = first ? "tests/data/goldens/gemma1" : "tests/data/goldens/gemma2";
  ASSERT_OK_AND_ASSIGN(const Json goldens, ParseJson(ReadFile(stem + ".json")));
  const std::string floats = ReadFile(stem + ".f32");
  const double bound = param.backend.reference() ? 0.99999 : 0.995;
  double worst = 1;
  for (const Json& text : goldens.at("texts")) {
    SCOPED_TRACE(text.at("text").get<std::string>());
    const auto tokens = text.at("ids").get<std::vector<int32_t>>();
    if (param.backend.slow && tokens.size() > kLongForSlow) continue;
    ASSERT_OK_AND_ASSIGN(const std::vector<float> vector, model->Embed({tokens}));
    ASSERT_EQ(vector.size(), 96u);
    std::vector<float> want(96);
    const size_t at = text.at(param.variant).at("embedding").at("at").get<size_t>();
    std::memcpy(want.data(), floats.data() + 4 * at, 4 * want.size());
    double squares = 0;
    for (const float value : vector) squares += double{value} * value;
    EXPECT_NEAR(squares, 1, 1e-6);
    const double cosine = Cosine(vector, want.data());
    EXPECT_GE(cosine, bound) << tokens.size() << " tokens";
    worst = std::min(worst, cosine);
  }
  std::printf("worst cosine 1 - %.3g\n", 1 - worst);
}

std::vector<GoldenCase> GoldenCases() {
  std::vector<GoldenCase> cases;
  for (const EmbeddingFamily family : {EmbeddingFamily::kGemma1, EmbeddingFamily::kGemma2}) {
    for (const TestBackend& backend : TestBackends()) {
      cases.push_back({family, TensorType::kQ8_0, backend.reference() ? "Q8_0" : "Q8_0_int8", backend});
    }
    cases.push_back({family, TensorType::kF32, "F32", {.device = "reference"}});
    // Int8 products: an F32 file means its Q8_0 rounding.
    cases.push_back({family, TensorType::kF32, "Q8_0_int8", {}});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Devices, GoldenTest, testing::ValuesIn(GoldenCases()), Name);

}  // namespace
}  // namespace ferro
