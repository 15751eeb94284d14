#include "engine/schedule/pass/pass_queue.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct LengthsOnly final : PassWork {
  explicit LengthsOnly(std::vector<size_t> lengths) : lengths(std::move(lengths)) {}
  size_t size() const override { return lengths.size(); }
  size_t tokens(size_t sequence) const override { return lengths[sequence]; }
  void End(absl::Status, const PassTimes&) override {}
  const std::vector<size_t> lengths;
};

PassWorkPtr Work(PassWorkId id, std::vector<size_t> lengths) {
  auto work = std::make_unique<LengthsOnly>(std::move(lengths));
  work->id = id;
  return work;
}

class PassQueueTest : public ::testing::Test {
 protected:
  // "ID:FIRST+COUNT" for each part of the next pass, after which nothing is on the device.
  std::vector<std::string> Pass(int max_tokens) {
    std::vector<std::string> words;
    for (const PassPart& part : queue_.TakePass(max_tokens)) {
      EXPECT_TRUE(part.work->in_pass);
      part.work->in_pass = false;
      words.push_back(absl::StrCat(part.work->id, ":", part.first, "+", part.count));
    }
    queue_.Remove([](const PassWork& work) { return work.given_out(); });
    return words;
  }

  PassQueue queue_;
};

TEST_F(PassQueueTest, JoinsWhatFits) {
  queue_.Add(Work(1, {10, 10}));
  queue_.Add(Work(2, {30}));
  queue_.Add(Work(3, {50}));
  EXPECT_EQ(queue_.waiting(), 3);
  EXPECT_EQ(queue_.waiting_tokens(), 100);
  EXPECT_THAT(Pass(50), ElementsAre("1:0+2", "2:0+1"));
  EXPECT_THAT(Pass(50), ElementsAre("3:0+1"));
  EXPECT_THAT(Pass(50), IsEmpty());
  EXPECT_TRUE(queue_.empty());
}

TEST_F(PassQueueTest, ASmallerRequestMayFillTheGap) {
  queue_.Add(Work(1, {30}));
  queue_.Add(Work(2, {30}));
  queue_.Add(Work(3, {20}));
  EXPECT_THAT(Pass(50), ElementsAre("1:0+1", "3:0+1"));
  EXPECT_THAT(Pass(50), ElementsAre("2:0+1"));
}

TEST_F(PassQueueTest, ALargeRequestTakesTurns) {
  queue_.Add(Work(1, {20, 20, 20, 20, 20, 20}));
  queue_.Add(Work(2, {40, 40}));
  queue_.Add(Work(3, {10}));
  EXPECT_THAT(Pass(50), ElementsAre("1:0+2", "3:0+1"));
  EXPECT_THAT(Pass(50), ElementsAre("2:0+1"));
  EXPECT_THAT(Pass(50), ElementsAre("1:2+2"));
  EXPECT_THAT(Pass(50), ElementsAre("2:1+1"));
  EXPECT_THAT(Pass(50), ElementsAre("1:4+2"));
}

TEST_F(PassQueueTest, ALongSequenceRunsAlone) {
  queue_.Add(Work(1, {10, 500, 10}));
  queue_.Add(Work(2, {10}));
  EXPECT_THAT(Pass(50), ElementsAre("1:0+1", "2:0+1"));
  EXPECT_THAT(Pass(50), ElementsAre("1:1+1"));
  EXPECT_THAT(Pass(50), ElementsAre("1:2+1"));
}

TEST_F(PassQueueTest, FindsAndRemoves) {
  queue_.Add(Work(1, {10}));
  queue_.Add(Work(2, {10}));
  EXPECT_EQ(queue_.Find(3), nullptr);
  ASSERT_NE(queue_.Find(2), nullptr);
  const std::vector<PassWorkPtr> removed = queue_.Remove([](const PassWork& work) { return work.id == 2; });
  ASSERT_EQ(removed.size(), 1u);
  EXPECT_EQ(queue_.Find(2), nullptr);
  queue_.TakePass(50);
  EXPECT_EQ(queue_.waiting(), 0) << "it is on the device";
  EXPECT_FALSE(queue_.empty());
}

}  // namespace
}  // namespace ferro
