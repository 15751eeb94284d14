#include "engine/schedule/engine_parts.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_testing.h"
#include "engine/gguf/writer.h"
#include "engine/models/causal_model.h"
#include "engine/schedule/fake_model.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kModel[] = "tests/data/models/tiny-lfm2-Q8_0.gguf";

TEST(TokenizerOfTest, NamesTheFileThatHasNone) {
  const std::string path = testing::TempDir() + "/no-tokenizer.gguf";
  GgufWriter writer;
  writer.AddString("general.architecture", "lfm2");
  ASSERT_OK(writer.WriteFile(path));
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<GgufFile> file, GgufFile::Open(path));
  EXPECT_THAT(std::string(TokenizerOf(*file).status().message()), StartsWith(path));
}

TEST(CheckFitTest, TellsWhichOfTheTwoIsTooSmall) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<GgufFile> file, GgufFile::Open(kModel));
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Tokenizer> tokenizer, TokenizerOf(*file));
  const int tokens = tokenizer->vocab_size();
  EXPECT_OK(CheckFit(*tokenizer, tokens, /*max_pass_rows=*/64, /*longest=*/64));
  const absl::Status vocabulary = CheckFit(*tokenizer, tokens - 1, 64, 64);
  EXPECT_EQ(vocabulary.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(vocabulary.message()), HasSubstr(absl::StrCat(tokens, " tokens, the model knows ")));
  const absl::Status passes = CheckFit(*tokenizer, tokens, 63, 64);
  EXPECT_EQ(passes.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(passes.message()), HasSubstr("passes of 63 tokens"));
}

TEST(OpenDeviceTest, ALeaseIsOpenedOnlyForDevicesThatTakeTurns) {
  const std::string path = testing::TempDir() + "/parts-lease";
  std::filesystem::remove(path);
  LateLease lease(path);
  BackendOptions options;
  options.device = "cpu";
  options.threads = 1;
  ASSERT_OK_AND_ASSIGN(const OpenedDevice alone, OpenDevice(options, lease));
  EXPECT_THAT(alone.backend->name(), StartsWith("cpu"));
  EXPECT_EQ(alone.lease, nullptr);
  EXPECT_EQ(alone.remark, "");
  EXPECT_FALSE(std::filesystem::exists(path));
  options.lease = LeaseUse::kOn;
  ASSERT_OK_AND_ASSIGN(const OpenedDevice sharing, OpenDevice(options, lease));
  EXPECT_NE(sharing.lease, nullptr);
  EXPECT_EQ(sharing.lease, lease.Open());
}

TEST(OpenDeviceTest, ADeviceThatThereIsNotOpensNothing) {
  const std::string path = testing::TempDir() + "/unused-lease";
  LateLease lease(path);
  BackendOptions options;
  options.device = "tpu";
  options.lease = LeaseUse::kOn;
  EXPECT_THAT(std::string(OpenDevice(options, lease).status().message()), HasSubstr("--device tpu"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

struct FakeOptions {
  BackendOptions backend;
  std::function<void(double)> progress;
};

class LoadPartsTest : public testing::Test {
 protected:
  absl::Status Load(FirstLoad first = FirstLoad::kFallsBack) {
    const auto load = [this](const FakeOptions& with, LateLease&) -> absl::StatusOr<LoadedModel> {
      asked_.push_back(with.backend.device);
      if (with.progress) with.progress(1);
      if (const auto error = errors_.find(with.backend.device); error != errors_.end()) return error->second;
      LoadedModel loaded;
      loaded.model = std::make_unique<FakeModel>(/*vocab_size=*/8, /*slots=*/1, /*context=*/8);
      return loaded;
    };
    return LoadParts(load, options_, parts_, first);
  }

  int progress_ = 0;
  FakeOptions options_ = {{}, [this](double) { ++progress_; }};
  std::map<std::string, absl::Status> errors_;
  std::vector<std::string> asked_;
  EngineParts<CausalModel> parts_;
};

TEST_F(LoadPartsTest, LoadsNowAndWithoutProgressAgain) {
  options_.backend.device = "opencl:1";
  ASSERT_OK(Load());
  EXPECT_NE(parts_.loaded.model, nullptr);
  EXPECT_EQ(options_.backend.device, "opencl:1");
  EXPECT_EQ(progress_, 1);
  ASSERT_OK_AND_ASSIGN(const LoadedModel again, parts_.reload("cpu"));
  EXPECT_NE(again.model, nullptr);
  EXPECT_EQ(progress_, 1) << "whoever looked at it looks no more";
  EXPECT_THAT(asked_, ElementsAre("opencl:1", "cpu"));
}

TEST_F(LoadPartsTest, FallsBackToTheProcessorAndSaysSo) {
  errors_["auto"] = absl::ResourceExhaustedError("no memory");
  ASSERT_OK(Load());
  EXPECT_EQ(options_.backend.device, "cpu");
  EXPECT_THAT(asked_, ElementsAre("auto", "cpu"));
}

TEST_F(LoadPartsTest, OrFailsWhereTheFirstLoadMust) {
  errors_["auto"] = absl::ResourceExhaustedError("no memory");
  EXPECT_EQ(Load(FirstLoad::kFails), errors_["auto"]);
  EXPECT_THAT(asked_, ElementsAre("auto"));
}

}  // namespace
}  // namespace ferro
