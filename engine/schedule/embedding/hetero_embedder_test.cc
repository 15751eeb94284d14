#include "engine/schedule/embedding/hetero_embedder.h"

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/types/span.h"
#include "base/status_testing.h"
#include "engine/schedule/embedding/fake_embedder.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kWidth = 4;
constexpr int kShare = 40;

using Tokens = std::vector<int32_t>;
using Vectors = absl::StatusOr<std::vector<float>>;

absl::Status GoOn() { return absl::OkStatus(); }

class HeteroEmbedderTest : public ::testing::Test {
 protected:
  HeteroEmbedderTest() {
    auto gpu = std::make_unique<FakeEmbedder>(kWidth), cpu = std::make_unique<FakeEmbedder>(kWidth);
    gpu_ = gpu.get();
    cpu_ = cpu.get();
    ModelOnDevice<Embedder> processor;
    processor.model = std::move(cpu);
    embedder_ = std::make_unique<HeteroEmbedder>(std::move(gpu), std::move(processor), kShare);
  }
  ~HeteroEmbedderTest() override {
    gpu_->Release();
    cpu_->Release();
  }

  Vectors Embed(const std::vector<Tokens>& sequences, const EncoderOps::SegmentHook& hook = GoOn) {
    return embedder_->Embed(std::vector<TokenSequence>(sequences.begin(), sequences.end()), hook);
  }
  std::future<Vectors> Begin(const EncoderOps::SegmentHook& hook = GoOn) {
    return std::async(std::launch::async, [this, hook] { return Embed(mixed_, hook); });
  }
  std::vector<float> Expected() const {
    std::vector<float> all;
    for (const Tokens& tokens : mixed_) {
      const std::vector<float> vector = gpu_->VectorOf(tokens);
      all.insert(all.end(), vector.begin(), vector.end());
    }
    return all;
  }

  // 20 tokens, of which the processor may have 8: those of 2, 5 and 1.
  const std::vector<Tokens> mixed_ = {{1, 2}, {3, 4, 5, 6, 7, 8, 9, 10, 11}, {14, 15, 16, 17, 18}, {19, 20, 21}, {22}};
  FakeEmbedder* gpu_;
  FakeEmbedder* cpu_;
  std::unique_ptr<HeteroEmbedder> embedder_;
};

TEST_F(HeteroEmbedderTest, EachSideComputesItsShareAndTheOrderStays) {
  ASSERT_OK_AND_ASSIGN(const std::vector<float> vectors, Embed(mixed_));
  EXPECT_EQ(vectors, Expected());
  EXPECT_THAT(gpu_->passes(), ElementsAre(ElementsAre(9, 3)));
  EXPECT_THAT(cpu_->passes(), ElementsAre(ElementsAre(2, 5, 1)));
}

TEST_F(HeteroEmbedderTest, ALoneSequenceLeavesTheProcessorAlone) {
  ASSERT_OK_AND_ASSIGN(const std::vector<float> vector, Embed({{7, 8}}));
  EXPECT_EQ(vector, gpu_->VectorOf(Tokens{7, 8}));
  EXPECT_THAT(cpu_->passes(), IsEmpty());
}

TEST_F(HeteroEmbedderTest, BothComputeAtOnce) {
  gpu_->Hold();
  cpu_->Hold();
  std::future<Vectors> end = Begin();
  gpu_->AwaitHeld();
  cpu_->AwaitHeld();
  gpu_->Release();
  cpu_->Release();
  ASSERT_OK_AND_ASSIGN(const std::vector<float> vectors, end.get());
  EXPECT_EQ(vectors, Expected());
}

// The side that is held would never end by itself.
TEST_F(HeteroEmbedderTest, AGpuThatFailsEndsTheProcessorsShare) {
  cpu_->Hold();
  gpu_->FailPass(0, absl::UnavailableError("lost"));
  const absl::Status end = Embed(mixed_).status();
  EXPECT_EQ(end.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(end.message()), HasSubstr("on the GPU: lost"));
  cpu_->Release();
  ASSERT_OK_AND_ASSIGN(const std::vector<float> vectors, Embed(mixed_));
  EXPECT_EQ(vectors, Expected());
}

TEST_F(HeteroEmbedderTest, AProcessorThatFailsEndsTheGpusShare) {
  gpu_->Hold();
  cpu_->FailPass(0, absl::InternalError("broken"));
  const absl::Status end = Embed(mixed_).status();
  EXPECT_EQ(end.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(end.message()), HasSubstr("on the processor: broken"));
}

TEST_F(HeteroEmbedderTest, TheHookEndsBothSides) {
  gpu_->Hold();
  cpu_->Hold();
  std::atomic<bool> wanted = true;
  std::future<Vectors> end =
      Begin([&] { return wanted ? absl::OkStatus() : absl::CancelledError("nobody waits for this pass"); });
  gpu_->AwaitHeld();
  cpu_->AwaitHeld();
  wanted = false;
  const absl::Status status = end.get().status();
  EXPECT_EQ(status, absl::CancelledError("nobody waits for this pass")) << "as it was said";
}

TEST_F(HeteroEmbedderTest, OneThreadAtATimeIsInTheHookAndTheProcessorsOnlyWithoutTheGpu) {
  gpu_->Hold();
  cpu_->Hold();
  std::atomic<int> inside = 0;
  std::atomic<bool> together = false, gpu_done = false, by_other = false, by_other_too_early = false;
  std::atomic<int> calls = 0;
  std::promise<std::thread::id> caller;
  std::shared_future<std::thread::id> caller_id = caller.get_future().share();
  const EncoderOps::SegmentHook hook = [&] {
    if (++inside > 1) together = true;
    if (std::this_thread::get_id() != caller_id.get()) {
      by_other = true;
      if (!gpu_done) by_other_too_early = true;
    }
    ++calls;
    --inside;
    return absl::OkStatus();
  };
  std::future<Vectors> end = std::async(std::launch::async, [&] {
    caller.set_value(std::this_thread::get_id());
    return Embed(mixed_, hook);
  });
  gpu_->AwaitHeld();
  cpu_->AwaitHeld();
  while (calls < 20) std::this_thread::yield();
  gpu_done = true;  // from here on it may be
  gpu_->Release();
  while (!by_other) std::this_thread::yield();
  cpu_->Release();
  EXPECT_OK(end.get());
  EXPECT_FALSE(together);
  EXPECT_FALSE(by_other_too_early);
}

}  // namespace
}  // namespace ferro
