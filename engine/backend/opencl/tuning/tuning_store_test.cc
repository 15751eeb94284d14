#include "engine/backend/opencl/tuning/tuning_store.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "engine/backend/opencl/tuning/tuning_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro::opencl {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr DotPath kDot = DotPath::kPlain;

Device TestDevice() {
  Device device;
  device.platform_name = "Some Platform";
  device.platform_version = "OpenCL 3.0 platform 1";
  device.name = "Some(R) GPU [0x46d1]";
  device.version = "OpenCL 3.0 NEO";
  device.driver = "22.43.24595";
  device.gpu = true;
  device.max_work_group = 512;
  device.local_bytes = 64 << 10;
  return device;
}

// Every field has a value of its own, none of them the default.
StoredTuning TestTuning() {
  return {.tuning = {.gemm = {8, 2, 32, 2, 6, 3, 1 << 20},
                     .gemv = {{64, 16, 3, true}, {8, 1, 5, false}, 1024, 2},
                     .attention = {32, 2, 5, 8, 16},
                     .mma = {true, 4, 3, 2, 3, 8, 2}},
          .model = "lfm2-350m",
          .measured = "2026-11-30T09:12:44Z",
          .gains = {{"prefill products", 12.5, 10}}};
}

class TuningStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = absl::StrCat(testing::TempDir(), "/", info->name(), "/tuning");
    fs::remove_all(folder_);
  }

  std::string Stored() const { return ReadFile(store().Path(TestDevice())); }
  void WriteFile(const std::string& text) const {
    fs::create_directories(folder_);
    std::ofstream(store().Path(TestDevice())) << text;
  }
  TuningStore store() const { return TuningStore(folder_); }
  absl::Status Loaded() const { return store().Load(TestDevice(), kDot).status(); }

  std::string folder_;
};

TEST_F(TuningStoreTest, GivesBackWhatWasSaved) {
  const StoredTuning saved = TestTuning();
  ASSERT_OK(store().Save(TestDevice(), kDot, saved));
  ASSERT_OK_AND_ASSIGN(const StoredTuning loaded, store().Load(TestDevice(), kDot));
  EXPECT_EQ(DumpJson(TuningToJson(loaded.tuning)), DumpJson(TuningToJson(saved.tuning)));
  EXPECT_EQ(loaded.tuning.gemm.cache_bytes, 1 << 20);
  EXPECT_TRUE(loaded.tuning.gemv.shape.parts_at_once);
  EXPECT_EQ(loaded.tuning.attention.decode_ahead, 16);
  EXPECT_EQ(loaded.model, saved.model);
  EXPECT_EQ(loaded.measured, saved.measured);
  ASSERT_EQ(loaded.gains.size(), 1u);
  EXPECT_EQ(loaded.gains[0].what, "prefill products");
  EXPECT_EQ(loaded.gains[0].tuned_ms, 10);
}

TEST_F(TuningStoreTest, ReplacesAndLeavesOneFile) {
  ASSERT_OK(store().Save(TestDevice(), kDot, TestTuning()));
  StoredTuning other = TestTuning();
  other.tuning.gemm.blocks_staged = 9;
  ASSERT_OK(store().Save(TestDevice(), kDot, other));
  ASSERT_OK_AND_ASSIGN(const StoredTuning loaded, store().Load(TestDevice(), kDot));
  EXPECT_EQ(loaded.tuning.gemm.blocks_staged, 9);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(TuningStoreTest, HasNothingAtFirstAndAfterRemoval) {
  EXPECT_TRUE(absl::IsNotFound(Loaded())) << Loaded();
  ASSERT_OK_AND_ASSIGN(bool removed, store().Remove(TestDevice()));
  EXPECT_FALSE(removed);
  ASSERT_OK(store().Save(TestDevice(), kDot, TestTuning()));
  ASSERT_OK_AND_ASSIGN(removed, store().Remove(TestDevice()));
  EXPECT_TRUE(removed);
  EXPECT_TRUE(absl::IsNotFound(Loaded())) << Loaded();
}

TEST_F(TuningStoreTest, IgnoresEveryTornFile) {
  ASSERT_OK(store().Save(TestDevice(), kDot, TestTuning()));
  const std::string whole = Stored();
  for (size_t length = 0; length + 2 < whole.size(); length += 7) {  // the last two bytes are "}\n"
    WriteFile(whole.substr(0, length));
    EXPECT_TRUE(absl::IsDataLoss(Loaded())) << length << ": " << Loaded();
  }
}

TEST_F(TuningStoreTest, IgnoresWhatIsNoTuning) {
  ASSERT_OK(store().Save(TestDevice(), kDot, TestTuning()));
  const std::string whole = Stored();
  const std::pair<const char*, const char*> changes[] = {{"\"format\": 1", "\"format\": 2"},
                                                         {"\"lanes\": 32", "\"lanes\": -32"},
                                                         {"\"lanes\": 32", "\"lanes\": 3.5"},
                                                         {"\"lanes\": 32", "\"lanes\": \"32\""},
                                                         {"\"lanes\": 32", "\"lanez\": 32"},
                                                         {"\"lanes\": 32", "\"lanes\": 4294967328"},
                                                         {"\"gemm\": {", "\"gemm\": 1, \"x\": {"},
                                                         {"\"parts_at_once\": true", "\"parts_at_once\": 1"},
                                                         {"\"lanes\": 32,", "\"lanes\": 32, \"more\": 1,"}};
  for (const auto& [from, to] : changes) {
    const std::string changed = absl::StrReplaceAll(whole, {{from, to}});
    ASSERT_NE(changed, whole) << from;
    WriteFile(changed);
    EXPECT_TRUE(absl::IsDataLoss(Loaded())) << to << ": " << Loaded();
    EXPECT_THAT(std::string(Loaded().message()), HasSubstr("ferro tune"));
  }
  for (const char* const text : {"", "[]", "null", "{}", "{\"format\": 1}", "[[[[[[[[[[[[1]]]]]]]]]]]]"}) {
    WriteFile(text);
    EXPECT_FALSE(Loaded().ok()) << text;
    EXPECT_FALSE(absl::IsNotFound(Loaded())) << text;
  }
}

TEST_F(TuningStoreTest, IgnoresOtherDriversAndKernels) {
  ASSERT_OK(store().Save(TestDevice(), kDot, TestTuning()));
  Device updated = TestDevice();
  updated.driver = "23.1";
  EXPECT_TRUE(absl::IsFailedPrecondition(store().Load(updated, kDot).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(store().Load(TestDevice(), DotPath::kIntel).status()));
  Device other = TestDevice();
  other.name = "Another GPU";
  EXPECT_TRUE(absl::IsNotFound(store().Load(other, kDot).status()));
  // A file of another device under this one's name.
  fs::copy_file(store().Path(TestDevice()), store().Path(other));
  EXPECT_TRUE(absl::IsFailedPrecondition(store().Load(other, kDot).status()));

  const Json json = *ParseJson(Stored());
  WriteFile(absl::StrReplaceAll(Stored(), {{json["kernels"].get<std::string>(), std::string(64, '0')}}));
  EXPECT_TRUE(absl::IsFailedPrecondition(Loaded())) << Loaded();
}

TEST_F(TuningStoreTest, IgnoresWhatTheKernelsRefuse) {
  ASSERT_OK(store().Save(TestDevice(), kDot, TestTuning()));
  const std::string whole = Stored();
  WriteFile(absl::StrReplaceAll(whole, {{"\"rows_per_item\": 8", "\"rows_per_item\": 7"}}));
  EXPECT_TRUE(absl::IsInvalidArgument(Loaded())) << Loaded();
  WriteFile(absl::StrReplaceAll(whole, {{"\"tile_queries\": 32", "\"tile_queries\": 65"}}));
  EXPECT_TRUE(absl::IsInvalidArgument(Loaded())) << Loaded();
  WriteFile(absl::StrReplaceAll(whole, {{"\"ahead\": 3", "\"ahead\": 9"}}));
  EXPECT_TRUE(absl::IsInvalidArgument(Loaded())) << Loaded();
  StoredTuning refused = TestTuning();
  refused.tuning.gemm.row_lanes = 64;  // 2048 work-items a group
  EXPECT_TRUE(absl::IsInvalidArgument(store().Save(TestDevice(), kDot, refused)));
}

TEST_F(TuningStoreTest, ReadsOnlySmallRegularFiles) {
  WriteFile(std::string(TuningStore::kMaxFileBytes + 1, ' '));
  EXPECT_TRUE(absl::IsDataLoss(Loaded())) << Loaded();
  const std::string path = store().Path(TestDevice());
  fs::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);  // must not wait for a writer
  EXPECT_TRUE(absl::IsDataLoss(Loaded())) << Loaded();
}

TEST_F(TuningStoreTest, SaysWhenTheFolderCannotBeMade) {
  fs::create_directories(fs::path(folder_).parent_path());
  std::ofstream(folder_) << "a file where the folder should be";
  EXPECT_FALSE(store().Save(TestDevice(), kDot, TestTuning()).ok());
  EXPECT_FALSE(Loaded().ok());
  EXPECT_THAT(store().Remove(TestDevice()).value_or(true), false);
  EXPECT_FALSE(TuningStore("").Save(TestDevice(), kDot, TestTuning()).ok());
}

TEST_F(TuningStoreTest, SaysWhenTheFolderCannotBeWritten) {
  if (geteuid() == 0) GTEST_SKIP() << "root writes everywhere";
  fs::create_directories(folder_);
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_TRUE(absl::IsPermissionDenied(store().Save(TestDevice(), kDot, TestTuning())));
  fs::permissions(folder_, fs::perms::owner_all);
}

TEST_F(TuningStoreTest, SaysWhatIsStored) {
  EXPECT_THAT(StoredTuningText(store().Load(TestDevice(), kDot)), HasSubstr("none"));
  ASSERT_OK(store().Save(TestDevice(), kDot, TestTuning()));
  EXPECT_EQ(StoredTuningText(store().Load(TestDevice(), kDot)),
            "measured 2026-11-30T09:12:44Z for lfm2-350m, prefill products 25 % faster");
  WriteFile("{");
  EXPECT_THAT(StoredTuningText(store().Load(TestDevice(), kDot)), HasSubstr("ignored: "));
}

TEST_F(TuningStoreTest, KeepsNoMoreFilesThanItsBound) {
  Device device = TestDevice();
  for (int i = 0; i < TuningStore::kMaxFiles + 3; ++i) {
    device.name = absl::StrCat("GPU ", i);
    ASSERT_OK(store().Save(device, kDot, TestTuning()));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), TuningStore::kMaxFiles);
  EXPECT_OK(store().Load(device, kDot).status());
}

}  // namespace
}  // namespace ferro::opencl
