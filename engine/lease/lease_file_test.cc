#include "engine/lease/lease_file.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/file_testing.h"
#include "base/status_testing.h"
#include "engine/lease/child_process.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro::lease {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class LeaseFileTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directory(folder_); }
  void Write(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }

  const std::string folder_ = testing::TempDir() + "/" + testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string path_ = folder_ + "/lease";
};

TEST_F(LeaseFileTest, IsMadePrivateAndShared) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<LeaseFile> a, LeaseFile::Open(path_));
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<LeaseFile> b, LeaseFile::Open(path_));
  struct stat info;
  ASSERT_EQ(stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  EXPECT_NE(a->place(), b->place());
  a->page().holder = 42;
  EXPECT_EQ(b->page().holder, 42u);
  EXPECT_TRUE(a->Lives(b->place()));
  EXPECT_TRUE(a->Lives(a->place()));
  EXPECT_FALSE(a->Lives(kPlaces - 1));
  EXPECT_FALSE(a->Lives(kPlaces));
  EXPECT_FALSE(a->Lives(kNobody));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "nothing else is left there";
}

TEST_F(LeaseFileTest, APlaceIsFreeWhenItsOwnerIsKilled) {
  const BytePipe ready;
  ChildProcess child([&] {
    const auto file = LeaseFile::Open(path_);
    ready.Put(static_cast<char>(file.ok() ? (*file)->place() : kPlaces));
    pause();
  });
  const int place = ready.Take();
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<LeaseFile> file, LeaseFile::Open(path_));
  EXPECT_TRUE(file->Lives(place));
  child.Kill();
  EXPECT_FALSE(file->Lives(place));
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<LeaseFile> next, LeaseFile::Open(path_));
  EXPECT_EQ(next->place(), place);
}

TEST_F(LeaseFileTest, ReplacesWhatIsNoFileOfThisVersion) {
  ASSERT_OK(LeaseFile::Open(path_));
  const std::string good = ReadFile(path_);
  std::string other_version = good, other_size = good, other_magic = good;
  other_version[offsetof(Page, version)] += 1;
  other_size[offsetof(Page, bytes)] += 1;
  other_magic[0] = 'g';
  for (const std::string& bytes : {other_version, other_size, other_magic, good + "x", good.substr(0, good.size() - 1),
                                   good.substr(0, 10), std::string(), std::string(1 << 16, '\xff')}) {
    Write(bytes);
    ASSERT_OK(LeaseFile::Open(path_));
    EXPECT_EQ(ReadFile(path_), good);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
  }
}

TEST_F(LeaseFileTest, AFileInUseSurvivesItsReplacement) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<LeaseFile> old, LeaseFile::Open(path_));
  old->page().version += 1;  // as if a newer program had made it
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<LeaseFile> fresh, LeaseFile::Open(path_));
  fresh->page().holder = 1;
  old->page().holder = 2;
  EXPECT_EQ(fresh->page().holder, 1u);
  EXPECT_EQ(old->page().holder, 2u);
}

TEST_F(LeaseFileTest, RefusesWhatItMustNotTouch) {
  std::ofstream(folder_ + "/target") << "precious";
  fs::create_symlink(folder_ + "/target", path_);
  EXPECT_FALSE(LeaseFile::Open(path_).ok());
  fs::remove(path_);
  fs::create_directory(path_);
  EXPECT_FALSE(LeaseFile::Open(path_).ok());
  fs::remove(path_);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  const absl::Status fifo = LeaseFile::Open(path_).status();
  EXPECT_EQ(fifo.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(fifo.message()), HasSubstr(path_));
  const absl::Status nowhere = LeaseFile::Open(folder_ + "/no/such/lease").status();
  EXPECT_EQ(nowhere.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(nowhere.message()), HasSubstr(folder_ + "/no/such"));
}

TEST_F(LeaseFileTest, HasRoomForSoMany) {
  std::vector<std::unique_ptr<LeaseFile>> all;
  for (int i = 0; i < kPlaces; ++i) {
    ASSERT_OK_AND_ASSIGN(all.emplace_back(), LeaseFile::Open(path_));
  }
  EXPECT_EQ(LeaseFile::Open(path_).status().code(), absl::StatusCode::kResourceExhausted);
  all.pop_back();
  EXPECT_OK(LeaseFile::Open(path_));
}

// All find one and the same file, though there was none, or a bad one, when they came.
TEST_F(LeaseFileTest, OpenedByManyAtOnce) {
  for (const bool damaged : {false, true}) {
    if (damaged) Write("damaged");
    constexpr int kProcesses = 8;
    const BytePipe go, opened, done;
    std::vector<std::unique_ptr<ChildProcess>> children;
    for (int i = 0; i < kProcesses; ++i) {
      children.push_back(std::make_unique<ChildProcess>([&] {
        go.Take();
        const auto file = LeaseFile::Open(path_);
        if (!file.ok()) _exit(1);
        (*file)->page().holder.fetch_add(1);
        opened.Put('o');
        done.Take();
      }));
    }
    for (int i = 0; i < kProcesses; ++i) go.Put('g');
    for (int i = 0; i < kProcesses; ++i) opened.Take();
    {
      ASSERT_OK_AND_ASSIGN(const std::unique_ptr<LeaseFile> file, LeaseFile::Open(path_));
      EXPECT_EQ(file->page().holder, static_cast<uint64_t>(kProcesses));
    }
    for (int i = 0; i < kProcesses; ++i) done.Put('d');
    for (const auto& child : children) EXPECT_EQ(child->Wait(), 0);
    fs::remove(path_);
  }
}

}  // namespace
}  // namespace ferro::lease
