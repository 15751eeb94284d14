// Linked into the tests that load OpenCL drivers. Drivers keep caches and global state; tests must neither share the
// first nor be blamed for the second.
#include <cstdlib>
#include <string>

namespace {

// PoCL writes a cache into the home folder, which tests do not have.
[[maybe_unused]] const bool g_pocl_cache = [] {
  const char* const folder = std::getenv("TEST_TMPDIR");
  if (folder != nullptr) setenv("POCL_CACHE_DIR", (std::string(folder) + "/pocl").c_str(), /*overwrite=*/0);
  return true;
}();

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
