#include "engine/schedule/leased_model.h"

#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "base/status_testing.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/lease/lease_file.h"
#include "engine/lease/rival.h"
#include "engine/schedule/fake_model.h"

namespace ferro {
namespace {

class LeasedModelTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_OK_AND_ASSIGN(backend_, CpuBackend::Create({.threads = 1}));
    ASSERT_OK_AND_ASSIGN(file_, lease::LeaseFile::Open(path_));
    ASSERT_OK_AND_ASSIGN(lease_, DeviceLease::Open(path_));
  }
  void Make(bool runs_ahead) {
    auto fake = std::make_unique<FakeModel>(260, /*slots=*/2, /*context=*/64);
    if (runs_ahead) fake->RunAhead();
    fake_ = fake.get();
    model_ = std::make_unique<LeasedModel>(std::move(fake), *backend_, lease_);
    ASSERT_OK(model_->ResetSlot(0));
    position_ = 0;
  }
  bool Held() const { return lease::HolderWord(file_->page().holder.load()).place() != lease::kNobody; }
  void AwaitAnotherWaiting() const {
    while (!lease_->Contended()) std::this_thread::yield();
  }
  absl::StatusOr<std::unique_ptr<ChosenTokens>> Step(RowRole role = RowRole::kDecode) {
    const SequenceStep step = {0, position_++, absl::MakeConstSpan(&token_, 1), role, /*wants_logits=*/true};
    return model_->ForwardGreedy({&step, 1});
  }

  const std::string path_ =
      testing::TempDir() + "/lease-" + testing::UnitTest::GetInstance()->current_test_info()->name();
  const int32_t token_ = 7;
  int position_ = 0;
  std::unique_ptr<CpuBackend> backend_;
  std::unique_ptr<lease::LeaseFile> file_;
  std::shared_ptr<DeviceLease> lease_;
  FakeModel* fake_ = nullptr;
  std::unique_ptr<LeasedModel> model_;
};

TEST_F(LeasedModelTest, ADeviceWithoutAQueueIsFreeAfterEachPass) {
  Make(/*runs_ahead=*/false);
  EXPECT_FALSE(Held()) << "nobody uses the device yet";
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<ChosenTokens> tokens, Step(RowRole::kPrefill));
  EXPECT_FALSE(Held());
  const SequenceStep step = {0, 1, absl::MakeConstSpan(&token_, 1), RowRole::kDecode, true};
  ASSERT_OK(model_->Forward({&step, 1}));
  EXPECT_FALSE(Held());
  EXPECT_EQ(lease_->counts().acquisitions, 2);
}

TEST_F(LeasedModelTest, AQueueKeepsItUntilTheLastPassIsDone) {
  Make(/*runs_ahead=*/true);
  EXPECT_TRUE(model_->runs_ahead());
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChosenTokens> first, Step(RowRole::kPrefill));
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChosenTokens> second, Step());
  EXPECT_OK(first->Wait());
  first.reset();
  EXPECT_TRUE(Held()) << "the second pass runs";
  EXPECT_OK(second->Wait());
  EXPECT_FALSE(Held());
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChosenTokens> unread, Step());
  EXPECT_TRUE(Held());
  unread.reset();
  EXPECT_FALSE(Held());
}

TEST_F(LeasedModelTest, NoStepAheadWhileOthersWait) {
  Make(/*runs_ahead=*/true);
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<ChosenTokens> first, Step(RowRole::kPrefill));
  std::thread other([&] {
    const std::unique_ptr<DeviceLease> own = *DeviceLease::Open(path_);
    const LeaseHold hold(own.get(), LeaseClass::kDecision);
  });
  AwaitAnotherWaiting();
  EXPECT_FALSE(model_->runs_ahead());
  // Whoever goes on nevertheless lets the other in first: it has gone when the step is enqueued.
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<ChosenTokens> second, Step());
  EXPECT_EQ(lease_->counts().waits, 1);
  EXPECT_TRUE(Held());
  other.join();
  EXPECT_TRUE(model_->runs_ahead());
  EXPECT_OK(first->Wait());
  EXPECT_OK(second->Wait());
}

TEST_F(LeasedModelTest, FailuresAndTheEndOfTheModelGiveItBack) {
  for (const bool runs_ahead : {false, true}) {
    Make(runs_ahead);
    fake_->FailPass(0, absl::InternalError("lost"));
    const absl::StatusOr<std::unique_ptr<ChosenTokens>> tokens = Step(RowRole::kPrefill);
    EXPECT_FALSE(tokens.ok() && (*tokens)->Wait().ok());
    EXPECT_FALSE(Held());
    position_ += 5;
    EXPECT_FALSE(Step().ok()) << "a step that breaks the rules";
    EXPECT_FALSE(Held());
  }
  model_.reset();
  EXPECT_FALSE(Held());
}

}  // namespace
}  // namespace ferro
