// How near the demo embedding model's vectors are to PyTorch's.
//
// Tolerances. Float arithmetic on the file's weights: a cosine of 0.99999, as for the tiny models. Int8 products beside
// the weights as trained: 0.999.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "engine/backend/test_backends.h"
#include "engine/gguf/file.h"
#include "engine/models/load_embedding.h"
#include "gtest/gtest.h"
#include "tests/demo/goldens.h"

namespace ferro {
namespace {

constexpr char kModel[] = "deploy/demo/demo-embed-Q8_0.gguf";
// Tokens that llvmpipe needs several seconds for.
constexpr size_t kLongForSlow = 16;

// Of vectors of length 1.
double Cosine(absl::Span<const float> a, absl::Span<const float> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * b[i];
  return sum;
}

class EmbeddingFidelityTest : public testing::TestWithParam<TestBackend> {};

TEST_P(EmbeddingFidelityTest, Vectors) {
  ASSERT_OK_AND_ASSIGN(const DemoGoldens goldens, DemoGoldens::Read("demo-embed"));
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(kModel));
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Backend> backend, GetParam().Create());
  ASSERT_OK_AND_ASSIGN(const auto model, LoadEmbeddingModel(*file, *backend, {}));
  const size_t width = goldens.json().at("width").get<size_t>();
  const Json& texts = goldens.json().at("texts");
  ASSERT_EQ(texts.size(), 24u);
  double worst = 1, worst_stored = 1;
  int asked = 0;
  for (const Json& text : texts) {
    SCOPED_TRACE(text.at("text").get<std::string>());
    const auto tokens = text.at("ids").get<std::vector<int32_t>>();
    if (GetParam().slow && tokens.size() > kLongForSlow) continue;
    ++asked;
    ASSERT_OK_AND_ASSIGN(const std::vector<float> vector, model->Embed({tokens}));
    ASSERT_EQ(vector.size(), width);
    worst = std::min(worst, Cosine(vector, goldens.Floats(text.at("F32").get<size_t>(), width)));
    worst_stored = std::min(worst_stored, Cosine(vector, goldens.Floats(text.at("Q8_0").get<size_t>(), width)));
  }
  EXPECT_GT(asked, 0);
  EXPECT_GE(worst, 0.999);
  if (GetParam().reference()) {
    EXPECT_GE(worst_stored, 0.99999);
  }
  std::printf("smallest cosine 1 - %.3g, with the file's weights 1 - %.3g\n", 1 - worst, 1 - worst_stored);
}

INSTANTIATE_TEST_SUITE_P(Devices, EmbeddingFidelityTest, testing::ValuesIn(TestBackends()),
                         [](const auto& info) { return info.param.name(); });

}  // namespace
}  // namespace ferro
