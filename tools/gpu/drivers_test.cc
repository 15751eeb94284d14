#include "tools/gpu/drivers.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/file_testing.h"
#include "base/status_testing.h"

namespace ferro::gpu {
namespace {

namespace fs = std::filesystem;

void Write(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << text;
}

class DriversTest : public testing::Test {
 protected:
  const std::string folder_ = testing::TempDir() + "/" + testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(DriversTest, EachHasAFolderOfItsOwn) {
  Write(folder_ + "/vendors/b.icd", "libb.so\n");
  Write(folder_ + "/vendors/nvidia.icd", "libnvidia-opencl.so.1");
  Write(folder_ + "/vendors/readme.txt", "not a driver");
  ASSERT_OK_AND_ASSIGN(const std::vector<Driver> drivers, FindDrivers(folder_ + "/vendors", {}, folder_ + "/out"));
  ASSERT_EQ(drivers.size(), 2u);
  EXPECT_EQ(drivers[0].name, "b");
  EXPECT_EQ(ReadFile(drivers[0].folder + "/b.icd"), "libb.so\n");
  EXPECT_EQ(drivers[1].name, "nvidia");
  EXPECT_EQ(std::distance(fs::directory_iterator(drivers[1].folder), fs::directory_iterator()), 1);
}

TEST_F(DriversTest, OnesThatAreNamedByHand) {
  Write(folder_ + "/libmine.so", "");
  Write(folder_ + "/vendors/nvidia.icd", "libnvidia-opencl.so.1");
  ASSERT_OK_AND_ASSIGN(const auto drivers,
                       FindDrivers(folder_ + "/vendors", {folder_ + "/libmine.so"}, folder_ + "/out"));
  ASSERT_EQ(drivers.size(), 2u);
  EXPECT_EQ(ReadFile(drivers[0].folder + "/libmine.icd"), fs::absolute(folder_ + "/libmine.so").string() + "\n");
  EXPECT_EQ(FindDrivers(folder_ + "/vendors", {"/no/such.so"}, folder_ + "/out").status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(DriversTest, SaysThatItCannotWrite) {
  Write(folder_ + "/vendors/b.icd", "libb.so\n");
  EXPECT_EQ(FindDrivers(folder_ + "/vendors", {}, "/proc/nowhere").status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace ferro::gpu
