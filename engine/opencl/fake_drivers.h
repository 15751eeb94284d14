// Makes OpenCL's loader find drivers that misbehave (fake_driver.cc), and only those.
#ifndef FERRO_ENGINE_OPENCL_FAKE_DRIVERS_H_
#define FERRO_ENGINE_OPENCL_FAKE_DRIVERS_H_

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/opencl/driver_files.h"
#include "gtest/gtest.h"

namespace ferro::opencl {

// For the processes started while it lives; this process, once it has loaded drivers, keeps what it has. Needs the data
// of //engine/opencl:fake_driver.
class FakeDrivers {
 public:
  // A name is a behaviour (abort_load, hang_load, abort_platform, abort_devices, hang_devices, abort_build, hang_build,
  // lie, lie_devices; anything else misbehaves only in computing nothing), or the path of a real driver's .icd file.
  explicit FakeDrivers(const std::vector<std::string>& names) {
    namespace fs = std::filesystem;
    folder_ = testing::TempDir() + "/fake-drivers";
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    for (const std::string& name : names) {
      if (name[0] == '/') {
        fs::create_symlink(name, fs::path(folder_) / fs::path(name).filename());
        continue;
      }
      // A copy, since the dynamic loader would take a link for the library that it has already.
      const std::string library = fs::absolute(folder_).string() + "/lib" + name + ".so";
      fs::copy_file("engine/opencl/libfake_driver.so", library);
      std::ofstream(folder_ + "/" + name + ".icd") << library << "\n";
    }
    setenv(kDriverFolderVariable, folder_.c_str(), 1);
  }
  ~FakeDrivers() { unsetenv(kDriverFolderVariable); }
  FakeDrivers(const FakeDrivers&) = delete;
  FakeDrivers& operator=(const FakeDrivers&) = delete;

 private:
  std::string folder_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_FAKE_DRIVERS_H_
