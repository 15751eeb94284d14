#include "engine/schedule/model_keeper.h"

#include <map>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "engine/backend/reference/reference_backend.h"
#include "engine/schedule/fake_model.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A backend that is a name and a mark for being alive.
class NamedBackend final : public ReferenceBackend {
 public:
  NamedBackend(std::string name, int& alive) : name_(std::move(name)), alive_(alive) { ++alive_; }
  ~NamedBackend() override { --alive_; }
  std::string name() const override { return name_; }

 private:
  const std::string name_;
  int& alive_;
};

class ModelKeeperTest : public ::testing::Test {
 protected:
  absl::StatusOr<LoadedModel> Load(const std::string& device) {
    asked_.push_back(device);
    EXPECT_EQ(alive_, 0) << "two models at once may not fit";
    if (errors_.count(device) > 0) return errors_[device];
    return LoadedModel{std::make_unique<NamedBackend>(device + " kernels", alive_),
                       std::make_unique<FakeModel>(/*vocab_size=*/8, /*slots=*/1, /*context=*/8)};
  }

  ModelKeeper Keep(const std::string& device) {
    LoadedModel loaded = *Load(device);
    asked_.clear();
    return ModelKeeper(
        std::move(loaded), device, [this](const std::string& name) { return Load(name); }, [this] { return now_; });
  }

  std::map<std::string, absl::Status> errors_;
  std::vector<std::string> asked_;
  int alive_ = 0;
  absl::Time now_ = absl::UnixEpoch();
};

const absl::Status kLost = absl::UnavailableError("lost");

TEST_F(ModelKeeperTest, TheSameDeviceIsTakenAgain) {
  ModelKeeper keeper = Keep("opencl:1");
  ASSERT_OK_AND_ASSIGN(const CausalModel* model, keeper.Rebuild(kLost));
  EXPECT_EQ(model, keeper.model());
  EXPECT_EQ(keeper.device_name(), "opencl:1 kernels");
  EXPECT_THAT(asked_, ElementsAre("opencl:1"));
}

TEST_F(ModelKeeperTest, AutoFallsBackToTheCpuForGood) {
  ModelKeeper keeper = Keep("auto");
  errors_["auto"] = absl::UnavailableError("gone");
  ASSERT_OK(keeper.Rebuild(kLost));
  EXPECT_EQ(keeper.device_name(), "cpu kernels");
  errors_.clear();
  ASSERT_OK(keeper.Rebuild(kLost));
  EXPECT_THAT(asked_, ElementsAre("auto", "cpu", "cpu"));
}

TEST_F(ModelKeeperTest, AutoFallsBackToTheCpuWhenItLoads) {
  const ModelLoader load = [this](const std::string& device) { return Load(device); };
  for (const absl::Status& error : {absl::ResourceExhaustedError("no memory"), absl::InternalError("does not build"),
                                    absl::UnavailableError("lost in the warm-up pass")}) {
    asked_.clear();
    errors_["auto"] = error;
    std::string device = "auto";
    ASSERT_OK_AND_ASSIGN(const LoadedModel loaded, LoadWithFallback(load, device));
    EXPECT_EQ(device, "cpu");
    EXPECT_EQ(loaded.backend->name(), "cpu kernels");
    EXPECT_THAT(asked_, ElementsAre("auto", "cpu"));
  }
}

TEST_F(ModelKeeperTest, WhatHelpsNotIsNotTried) {
  const ModelLoader load = [this](const std::string& device) { return Load(device); };
  errors_["auto"] = absl::InvalidArgumentError("damaged file");
  errors_["opencl:0"] = absl::ResourceExhaustedError("no memory");
  for (std::string device : {"auto", "opencl:0"}) {
    const std::string asked = device;
    asked_.clear();
    EXPECT_EQ(LoadWithFallback(load, device).status(), errors_[asked]);
    EXPECT_THAT(asked_, ElementsAre(asked));
    EXPECT_EQ(device, asked);
  }
}

TEST_F(ModelKeeperTest, ADeviceThatWasAskedForIsNotReplacedByAnother) {
  ModelKeeper keeper = Keep("opencl");
  errors_["opencl"] = absl::ResourceExhaustedError("no memory");
  const absl::Status status = keeper.Rebuild(kLost).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("lost"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("no memory"));
  EXPECT_EQ(keeper.model(), nullptr);
  EXPECT_EQ(alive_, 0);
}

TEST_F(ModelKeeperTest, FourFailuresInAMinuteAreTooMany) {
  ModelKeeper keeper = Keep("cpu");
  for (int i = 0; i < ModelKeeper::kMaxRebuilds; ++i) {
    ASSERT_OK(keeper.Rebuild(kLost));
    now_ += absl::Seconds(15);
  }
  now_ += absl::Seconds(15);  // a minute since the first
  ASSERT_OK(keeper.Rebuild(kLost));
  now_ += absl::Seconds(14);  // the second is in the window still
  const absl::Status status = keeper.Rebuild(kLost).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("4 times within 1m"));
  EXPECT_EQ(asked_.size(), 4u);
}

}  // namespace
}  // namespace ferro
