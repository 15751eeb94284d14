#include "base/runtime_folder.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(RuntimeFolderTest, LiesInTheSessionsFolderAndIsPrivate) {
  const std::string session = testing::TempDir() + "/session";
  std::filesystem::create_directories(session);
  setenv("XDG_RUNTIME_DIR", session.c_str(), 1);
  ASSERT_OK_AND_ASSIGN(const std::string folder, RuntimeFolder());
  EXPECT_EQ(folder, session + "/ferro");
  struct stat info;
  ASSERT_EQ(stat(folder.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  EXPECT_OK(RuntimeFolder()) << "the folder may be there already";
}

TEST(RuntimeFolderTest, RefusesWhatIsNoFolderOfItsOwn) {
  const std::string link = testing::TempDir() + "/link", file = testing::TempDir() + "/file";
  std::filesystem::create_symlink("/tmp", link);
  std::ofstream(file) << "x";
  EXPECT_EQ(PreparePrivateFolder(link).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(PreparePrivateFolder(file).code(), absl::StatusCode::kFailedPrecondition);
  const absl::Status missing = PreparePrivateFolder(testing::TempDir() + "/no/such");
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_NE(missing.message().find("XDG_RUNTIME_DIR"), absl::string_view::npos) << missing;
}

}  // namespace
}  // namespace ferro
