#include "engine/schedule/embedding/load_embedder.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "base/status_testing.h"
#include "engine/lease/open_lease.h"
#include "engine/models/load_embedding.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class LoadEmbedderTest : public testing::Test {
 protected:
  LoadEmbedderTest() {
    options_.backend.device = "cpu";
    options_.backend.threads = 1;
  }
  void SetUp() override {
    ASSERT_OK_AND_ASSIGN(file_, GgufFile::Open("tests/data/models/tiny-gemma2-Q8_0.gguf"));
    ASSERT_OK_AND_ASSIGN(facts_, ReadEmbeddingFacts(*file_));
  }
  absl::StatusOr<ModelOnDevice<Embedder>> Load() { return LoadEmbedder(*file_, facts_, options_, lease_); }
  // Of a pass of two sequences.
  static std::vector<float> Vectors(Embedder& embedder) {
    const std::vector<int32_t> first = {2, 7, 1}, second = {2, 9, 9, 4, 1};
    const std::vector<TokenSequence> pass = {first, second};
    const auto vectors = embedder.Embed(pass, [] { return absl::OkStatus(); });
    EXPECT_OK(vectors);
    return vectors.ok() ? *vectors : std::vector<float>();
  }

  std::unique_ptr<GgufFile> file_;
  EmbeddingFacts facts_;
  EmbeddingOptions options_;
  LateLease lease_{testing::TempDir() + "/embedder-lease"};
};

TEST_F(LoadEmbedderTest, IsTheModelOnTheDeviceThatWasAskedFor) {
  std::vector<double> progress;
  options_.progress = [&](double share) { progress.push_back(share); };
  ASSERT_OK_AND_ASSIGN(const ModelOnDevice<Embedder> loaded, Load());
  EXPECT_THAT(loaded.device_name(), StartsWith("cpu"));
  EXPECT_EQ(loaded.beside, "");
  EXPECT_EQ(loaded.lease, nullptr);
  ASSERT_FALSE(progress.empty());
  EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
  EXPECT_GT(progress.back(), 0.9);
  EXPECT_LE(progress.back(), 1);

  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Backend> backend, CreateBackend(options_.backend));
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<EmbeddingModel> model, LoadEmbeddingModel(*file_, *backend, {}));
  ModelEmbedder plain(std::move(model), *backend);
  EXPECT_EQ(Vectors(*loaded.model), Vectors(plain));
}

TEST_F(LoadEmbedderTest, TakesTurnsWhereItShould) {
  ASSERT_OK_AND_ASSIGN(const ModelOnDevice<Embedder> alone, Load());
  options_.backend.lease = LeaseUse::kOn;
  ASSERT_OK_AND_ASSIGN(const ModelOnDevice<Embedder> sharing, Load());
  ASSERT_NE(sharing.lease, nullptr);
  const int64_t before = sharing.lease->counts().acquisitions;
  EXPECT_EQ(before, 1) << "the warm-up pass";
  EXPECT_EQ(Vectors(*sharing.model), Vectors(*alone.model));
  EXPECT_EQ(sharing.lease->counts().acquisitions, before + 1);
}

TEST_F(LoadEmbedderTest, TheNullDeviceNeedsNoBackend) {
  options_.backend.device = "null";
  ASSERT_OK_AND_ASSIGN(const ModelOnDevice<Embedder> loaded, Load());
  EXPECT_EQ(loaded.backend, nullptr);
  EXPECT_GE(loaded.model->max_pass_rows(), facts_.context);
  EXPECT_EQ(Vectors(*loaded.model).size(), 2u * facts_.width);
}

// Where a device that failed is given up for the processor.
TEST_F(LoadEmbedderTest, TheProcessorAloneNeedsNoSecondSide) {
  ASSERT_OK_AND_ASSIGN(const ModelOnDevice<Embedder> plain, Load());
  options_.hetero.on = true;
  ASSERT_OK_AND_ASSIGN(const ModelOnDevice<Embedder> loaded, Load());
  EXPECT_EQ(loaded.device_name(), loaded.backend->name());
  EXPECT_EQ(Vectors(*loaded.model), Vectors(*plain.model));
}

TEST_F(LoadEmbedderTest, WithoutAGpuHeteroIsRefusedBeforeAnythingIsLoaded) {
  options_.backend.device = "auto";
  ASSERT_OK_AND_ASSIGN(const ModelOnDevice<Embedder> plain, Load());
  if (!absl::StartsWith(plain.device_name(), "cpu")) GTEST_SKIP() << "it has one: " << plain.device_name();
  options_.hetero.on = true;
  options_.progress = [](double share) { FAIL() << "loads " << share << " of a model that nobody will use"; };
  const absl::Status refused = Load().status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kFailedPrecondition);
  for (const char* const word : {"--hetero", "--device auto found none", "leave out --hetero", "ferro devices"}) {
    EXPECT_THAT(std::string(refused.message()), HasSubstr(word));
  }
}

TEST_F(LoadEmbedderTest, TheProcessorBesideAGpuHasWeightsOfItsOwnAndFewerActivations) {
  options_.batch_tokens = 8 * facts_.context;  // each side has room for the longest input at least
  const EmbeddingMemory alone = EstimateEmbedderMemory(*file_, options_);
  EXPECT_GT(alone.weights, 0);
  options_.hetero.on = true;
  const EmbeddingMemory both = EstimateEmbedderMemory(*file_, options_);
  EXPECT_EQ(both.weights, 2 * alone.weights);
  EXPECT_GT(both.activations, alone.activations);
  EXPECT_LT(both.activations, 2 * alone.activations);
}

}  // namespace
}  // namespace ferro
