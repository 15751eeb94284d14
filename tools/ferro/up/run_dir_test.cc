#include "tools/ferro/up/run_dir.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "base/status_testing.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class RunDirTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string folder = "/tmp/run_dir_test.XXXXXX";  // short, unlike the test's own folder
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    parent_ = folder;
  }
  void TearDown() override { fs::remove_all(parent_); }
  std::string parent_;
};

TEST_F(RunDirTest, IsPrivateAndGoesAway) {
  std::string path;
  {
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunDir> dir, RunDir::CreateIn(parent_ + "/ferro"));
    path = dir->path();
    struct stat info;
    ASSERT_EQ(stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
    std::ofstream(path + "/lm.sock") << "x";
  }
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists(parent_ + "/ferro"));
}

TEST_F(RunDirTest, InstancesDoNotShare) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunDir> a, RunDir::CreateIn(parent_));
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunDir> b, RunDir::CreateIn(parent_));
  EXPECT_NE(a->path(), b->path());
  EXPECT_TRUE(fs::exists(a->path())) << "a later instance must not sweep a living one";
}

TEST_F(RunDirTest, SweepsWhatAKilledOneLeft) {
  fs::create_directory(parent_ + "/up-killed");
  std::ofstream(parent_ + "/up-killed/lock") << "";
  fs::create_directory(parent_ + "/other");
  std::ofstream(parent_ + "/other/lock") << "";
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunDir> dir, RunDir::CreateIn(parent_));
  EXPECT_FALSE(fs::exists(parent_ + "/up-killed"));
  EXPECT_TRUE(fs::exists(parent_ + "/other"));
}

TEST_F(RunDirTest, RefusesALinkInPlaceOfTheFolder) {
  fs::create_symlink("/tmp", parent_ + "/ferro");
  EXPECT_EQ(RunDir::CreateIn(parent_ + "/ferro").status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST_F(RunDirTest, SocketPathsStayWithinTheLimit) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunDir> dir, RunDir::CreateIn(parent_));
  ASSERT_OK_AND_ASSIGN(const std::string path, dir->SocketPath("lm"));
  EXPECT_EQ(path, dir->path() + "/lm.sock");
  const absl::Status too_long = dir->SocketPath(std::string(100, 'x')).status();
  EXPECT_EQ(too_long.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(too_long.message()), HasSubstr("XDG_RUNTIME_DIR"));
}

}  // namespace
}  // namespace ferro
