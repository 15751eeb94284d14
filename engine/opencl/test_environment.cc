// Linked into the tests that load OpenCL drivers. Drivers keep caches and global state; tests must neither share the
// first nor be blamed for the second.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "gtest/gtest.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace {

namespace fs = std::filesystem;

// Caches go to the home folder, which tests do not have. Without one Mesa compiles a kernel at every launch.
void MoveCaches(const std::string& folder) {
  setenv("POCL_CACHE_DIR", (folder + "/pocl").c_str(), /*overwrite=*/0);
  setenv("MESA_SHADER_CACHE_DIR", (folder + "/mesa").c_str(), /*overwrite=*/0);
}

// .bazelrc hides drivers from tests under sanitizers; here are those that can be there all the same. Intel's opens
// libraries with RTLD_DEEPBIND, at which sanitizers end the process; Clover (mesa.icd) leaks in modules that it has
// unloaded by the time anybody asks whose leak it is.
[[maybe_unused]] void ShowFitDrivers(const std::string& folder) {
  const char* const chosen = std::getenv("OCL_ICD_VENDORS");
  if (chosen != nullptr && std::string(chosen) != "/nonexistent") return;  // a test that chooses has started us
  const std::string vendors = folder + "/vendors";
  std::error_code error;
  fs::create_directories(vendors, error);
  for (fs::directory_iterator it("/etc/OpenCL/vendors", error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename();
    std::error_code exists;
    if (name != "intel.icd" && name != "mesa.icd") fs::create_symlink(it->path(), vendors + "/" + name, exists);
  }
  setenv("OCL_ICD_VENDORS", vendors.c_str(), /*overwrite=*/1);
}

[[maybe_unused]] const bool g_prepared = [] {
  const char* const folder = std::getenv("TEST_TMPDIR");
  if (folder == nullptr) return false;
  MoveCaches(folder);
#if defined(__SANITIZE_ADDRESS__)
  ShowFitDrivers(folder);
#endif
  return true;
}();

#if defined(__SANITIZE_ADDRESS__)
// Looks for leaks while the drivers are loaded: after exit has unloaded them, no leak can be told to be theirs.
class LeakCheck : public testing::Environment {
 public:
  void TearDown() override { __lsan_do_leak_check(); }
};

[[maybe_unused]] testing::Environment* const g_leak_check = testing::AddGlobalTestEnvironment(new LeakCheck);
#endif

}  // namespace

// What the leak sanitizer must not report: drivers, and the compilers that they bring, never free their globals.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libOpenCL\n"
         "leak:libpocl\n"
         "leak:libRusticlOpenCL\n"
         "leak:libMesaOpenCL\n"
         "leak:libigdrcl\n"
         "leak:libLLVM\n"
         "leak:libclang\n";
}
