#include "base/process_memory.h"

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

class MemoryLimitTest : public testing::Test {
 protected:
  void Write(const std::string& path, const std::string& text) {
    const std::filesystem::path full = root_ + path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full) << text;
  }

  const std::string root_ =
      absl::StrCat(testing::TempDir(), testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(MemoryLimitTest, WithoutGroupsItIsTheMachines) {
  EXPECT_EQ(MemoryLimitBytes(root_), 0);
  Write("/proc/meminfo", "MemTotal:       16 kB\nMemFree: 3 kB\n");
  EXPECT_EQ(MemoryLimitBytes(root_), 16 * 1024);
}

TEST_F(MemoryLimitTest, TheLowestLimitAroundTheProcessHolds) {
  Write("/proc/meminfo", "MemTotal: 1000 kB\n");
  Write("/proc/self/cgroup", "0::/a/b\n");
  Write("/sys/fs/cgroup/a/b/memory.max", "max\n");
  EXPECT_EQ(MemoryLimitBytes(root_), 1000 * 1024);
  Write("/sys/fs/cgroup/a/memory.max", "5000\n");
  EXPECT_EQ(MemoryLimitBytes(root_), 5000);
  Write("/sys/fs/cgroup/a/b/memory.max", "4000\n");
  EXPECT_EQ(MemoryLimitBytes(root_), 4000);
}

TEST_F(MemoryLimitTest, InsideAContainerTheGroupIsTheRoot) {
  Write("/proc/self/cgroup", "0::/\n");
  Write("/sys/fs/cgroup/memory.max", "7000\n");
  EXPECT_EQ(MemoryLimitBytes(root_), 7000);
}

TEST_F(MemoryLimitTest, Version1) {
  Write("/proc/meminfo", "MemTotal: 1000 kB\n");
  Write("/proc/self/cgroup", "5:memory:/docker/x\n4:cpu,cpuacct:/docker/x\n");
  Write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(MemoryLimitBytes(root_), 1000 * 1024);
  Write("/sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes", "6000\n");
  EXPECT_EQ(MemoryLimitBytes(root_), 6000);
}

TEST(ResidentBytesTest, IsKnown) { EXPECT_GT(ResidentBytes(), 100 * 1024); }

}  // namespace
}  // namespace ferro
