#include "tools/gpu/machine_facts.h"

#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace ferro::gpu {
namespace {

// The text after the mark of the first line that begins with `name`.
std::string Field(const char* file, const char* name, char mark) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const size_t at = line.find(mark);
    if (!absl::StartsWith(line, name) || at == line.npos) continue;
    std::string text = line.substr(at + 1);
    absl::StripAsciiWhitespace(&text);
    if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
    return text;
  }
  return "unknown";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> MachineFacts(bool own_c_library) {
  utsname system = {};
  uname(&system);
  const int64_t bytes = static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  return {{"date", absl::FormatTime("%Y-%m-%d %H:%M UTC", absl::Now(), absl::UTCTimeZone())},
          {"processor", absl::StrCat(Field("/proc/cpuinfo", "model name", ':'), ", ",
                                     std::thread::hardware_concurrency(), " threads")},
          {"memory", absl::StrCat(bytes >> 20, " MiB")},
          {"system", Field("/etc/os-release", "PRETTY_NAME", '=')},
          {"kernel", absl::StrCat(system.sysname, " ", system.release)},
          {"C library", absl::StrCat(gnu_get_libc_version(), own_c_library ? ", brought along" : ", of the system")}};
}

}  // namespace ferro::gpu
