#include "tools/ferro/fetch/part_file.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/file_testing.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;
constexpr char kUrl[] = "https://h/a.gguf";

class PartFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = absl::StrCat(::testing::TempDir(), "/part_file_test-", getpid());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = folder_ + "/a.gguf";
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Leaves "hello" behind, as a run that was cut off.
  void LeavePart(const std::string& validator) {
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<PartFile> part, PartFile::Open(path_, kUrl));
    ASSERT_OK(part->Restart(validator));
    ASSERT_OK(part->Append("hello", 5));
  }

  std::string folder_, path_;
};

TEST_F(PartFileTest, CommitLeavesJustTheFile) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<PartFile> part, PartFile::Open(path_, kUrl));
  ASSERT_OK(part->Restart("\"v1\""));
  ASSERT_OK(part->Append("abc", 3));
  EXPECT_FALSE(fs::exists(path_));
  ASSERT_OK(part->Commit());
  EXPECT_EQ(ReadFile(path_), "abc");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(PartFileTest, GoesOnWhereItWasLeft) {
  LeavePart("\"v1\"");
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<PartFile> part, PartFile::Open(path_, kUrl));
  EXPECT_EQ(part->size(), 5);
  EXPECT_EQ(part->validator(), "\"v1\"");
  ASSERT_OK(part->Append(" world", 6));
  ASSERT_OK(part->Commit());
  EXPECT_EQ(ReadFile(path_), "hello world");
}

TEST_F(PartFileTest, StartsAnewForAnotherAddress) {
  LeavePart("\"v1\"");
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<PartFile> part, PartFile::Open(path_, "https://other/a.gguf"));
  EXPECT_EQ(part->size(), 0);
  EXPECT_EQ(part->validator(), "");
}

TEST_F(PartFileTest, StartsAnewWithoutAValidator) {
  LeavePart("");
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<PartFile> part, PartFile::Open(path_, kUrl));
  EXPECT_EQ(part->size(), 0);
}

TEST_F(PartFileTest, StartsAnewWithADamagedNote) {
  LeavePart("\"v1\"");
  std::ofstream(path_ + ".part.json") << "{\"url\": 3";
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<PartFile> part, PartFile::Open(path_, kUrl));
  EXPECT_EQ(part->size(), 0);
}

TEST_F(PartFileTest, OneAtATime) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<PartFile> part, PartFile::Open(path_, kUrl));
  EXPECT_EQ(PartFile::Open(path_, kUrl).status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(PartFileTest, DiscardLeavesNothing) {
  LeavePart("\"v1\"");
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<PartFile> part, PartFile::Open(path_, kUrl));
  part->Discard();
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(PartFileTest, AMissingFolderIsNamed) {
  const absl::Status status = PartFile::Open(folder_ + "/no/a.gguf", kUrl).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr(folder_));
}

}  // namespace
}  // namespace ferro
