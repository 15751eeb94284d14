#include "tools/gpu/drivers.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace ferro::gpu {
namespace {

namespace fs = std::filesystem;

constexpr char kNvidia[] = "libnvidia-opencl.so.1";
constexpr const char* kNvidiaFolders[] = {
    "/usr/lib/x86_64-linux-gnu", "/usr/lib64",      "/usr/lib", "/usr/local/nvidia/lib64",
    "/usr/local/nvidia/lib",     "/usr/lib/wsl/lib"};

std::string ReadLibrary(const fs::path& icd) {
  std::ifstream in(icd);
  std::string text(std::istreambuf_iterator<char>(in), {});
  absl::StripAsciiWhitespace(&text);
  return text;
}

// Driver names and the libraries that their files name.
std::map<std::string, std::string> Listed(const std::string& vendors) {
  std::map<std::string, std::string> libraries;
  std::error_code error;
  for (fs::directory_iterator it(vendors, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".icd") libraries[it->path().stem()] = ReadLibrary(it->path());
  }
  return libraries;
}

}  // namespace

std::string VendorFolder() {
  const char* const chosen = std::getenv("OCL_ICD_VENDORS");
  return chosen != nullptr ? chosen : "/etc/OpenCL/vendors";
}

absl::StatusOr<std::vector<Driver>> FindDrivers(const std::string& vendors, const std::vector<std::string>& extra,
                                                const std::string& scratch) {
  std::map<std::string, std::string> libraries = Listed(vendors);
  std::error_code error;
  const bool has_nvidia = std::any_of(libraries.begin(), libraries.end(),
                                      [](const auto& entry) { return absl::StrContains(entry.second, "nvidia"); });
  for (const char* const folder : kNvidiaFolders) {
    const std::string library = absl::StrCat(folder, "/", kNvidia);
    if (!has_nvidia && fs::exists(library, error)) libraries.emplace("nvidia", library);
  }
  for (const std::string& library : extra) {
    if (!fs::exists(library, error)) {
      return absl::InvalidArgumentError(absl::StrCat("--driver ", library, ": there is no such file"));
    }
    libraries[fs::path(library).stem()] = fs::absolute(library);
  }
  std::vector<Driver> drivers;
  for (const auto& [name, library] : libraries) {
    const Driver driver = {name, absl::StrCat(scratch, "/", name)};
    fs::create_directories(driver.folder, error);
    std::ofstream out(absl::StrCat(driver.folder, "/", name, ".icd"));
    out << library << "\n";
    if (!out.flush()) return absl::UnavailableError(absl::StrCat("cannot write to ", driver.folder));
    drivers.push_back(driver);
  }
  return drivers;
}

}  // namespace ferro::gpu
