// What a PassRunner does with requests, decision_runner_test.cc shows; here is what is this runner's own.
#include "engine/schedule/embedding/embedding_runner.h"

#include <future>
#include <memory>
#include <vector>

#include "base/error_detail.h"
#include "base/status_testing.h"
#include "engine/schedule/embedding/fake_embedder.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;

using End = std::future<absl::StatusOr<EmbeddingVectors>>;

class EmbeddingRunnerTest : public ::testing::Test {
 protected:
  ~EmbeddingRunnerTest() override { embedder_.Release(); }

  void Start(const RunnerOptions<Embedder>& options = {}) {
    runner_ = std::make_unique<EmbeddingRunner>(embedder_, options);
  }
  End Ask(std::vector<std::vector<int32_t>> sequences) {
    auto promise = std::make_shared<std::promise<absl::StatusOr<EmbeddingVectors>>>();
    auto work = std::make_unique<EmbeddingWork>();
    work->sequences = std::move(sequences);
    work->done = [promise](absl::StatusOr<EmbeddingVectors> vectors) { promise->set_value(std::move(vectors)); };
    EXPECT_OK(runner_->Submit(std::move(work)));
    return promise->get_future();
  }

  FakeEmbedder embedder_{4};
  std::unique_ptr<EmbeddingRunner> runner_;
};

TEST_F(EmbeddingRunnerTest, EachRequestGetsItsOwnVectorsInOrder) {
  Start({.batch_tokens = 8, .queue_depth = 64, .recover = nullptr});
  embedder_.Hold();
  End first = Ask({{1}});
  embedder_.AwaitHeld();
  // Three passes for the second request, whose gaps the third one fills.
  End second = Ask({{2, 2, 2}, {3, 3, 3, 3}, {4, 4, 4, 4, 4, 4}, {5, 5, 5, 5, 5, 5, 5, 5, 5}}), third = Ask({{6}});
  embedder_.Release();
  EXPECT_OK(first.get());
  ASSERT_OK_AND_ASSIGN(const EmbeddingVectors of_second, second.get());
  ASSERT_OK_AND_ASSIGN(const EmbeddingVectors of_third, third.get());
  EXPECT_THAT(embedder_.passes(), ElementsAre(ElementsAre(1), ElementsAre(3, 4, 1), ElementsAre(6), ElementsAre(9)));
  std::vector<float> expected;
  for (const std::vector<int32_t>& tokens :
       std::vector<std::vector<int32_t>>{{2, 2, 2}, {3, 3, 3, 3}, {4, 4, 4, 4, 4, 4}, {5, 5, 5, 5, 5, 5, 5, 5, 5}}) {
    const std::vector<float> vector = embedder_.VectorOf(tokens);
    expected.insert(expected.end(), vector.begin(), vector.end());
  }
  EXPECT_EQ(of_second.values, expected);
  EXPECT_EQ(of_third.values, embedder_.VectorOf(std::vector<int32_t>{6}));
}

TEST_F(EmbeddingRunnerTest, AFailedDeviceIsReplaced) {
  FakeEmbedder spare(4);
  RunnerOptions<Embedder> options;
  options.recover = [&](const absl::Status&) { return &spare; };
  Start(options);
  embedder_.FailPass(0, absl::UnavailableError("lost"));
  EXPECT_EQ(DetailOf(Ask({{1}}).get().status()).reason, kReasonDeviceFailed);
  EXPECT_OK(Ask({{2, 2}}).get());
  EXPECT_THAT(spare.passes(), ElementsAre(ElementsAre(2)));
  runner_.reset();  // before the spare
}

}  // namespace
}  // namespace ferro
