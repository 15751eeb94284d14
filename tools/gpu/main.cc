// Checks the OpenCL devices of this machine and writes a report; tools/gpu_check builds, packs and starts it. It
// expects bin/ (itself, ferro, make_model), tests/ (programs, data) and about.txt in one folder.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "base/start_command.h"
#include "base/version.h"
#include "tools/gpu/check.h"
#include "tools/gpu/machine_facts.h"

namespace ferro::gpu {
namespace {

namespace fs = std::filesystem;

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

struct Flags {
  CheckOptions check;
  std::vector<std::string> only;
  std::string out = "gpu_check";
  double limit_s = 600;
  double total_s = 0;
  bool list = false;
};

void AddFlags(CLI::App& app, Flags& flags) {
  app.set_version_flag("--version", std::string("gpu_check ") + kVersion);
  app.add_flag("--list", flags.list, "Only list the devices, with the numbers that --device takes");
  app.add_option("--device", flags.check.devices, "Numbers of the devices to check; all without it")->delimiter(',');
  app.add_option("--only", flags.only, "Parts to run: kernels, goldens, exactness, table")
      ->delimiter(',')
      ->check(CLI::IsMember({"kernels", "goldens", "exactness", "table"}));
  app.add_option("--filter", flags.check.filter, "Only programs whose name contains one of these words")
      ->delimiter(',');
  app.add_flag("--quick", flags.check.table.quick, "A short table: one pass, keys and values as f32");
  app.add_option("--model", flags.check.model, "GGUF file to measure; a model with random weights without it")
      ->check(CLI::ExistingFile);
  app.add_option("--shape", flags.check.shape,
                 "Shape of the model with random weights: lfm2-350m, lfm2-1.2b, tiny-lfm2, ...");
  app.add_option("--kv", flags.check.table.kv, "Types of keys and values to measure")
      ->delimiter(',')
      ->check(CLI::IsMember({"f32", "f16", "int8"}));
  app.add_option("--repeat", flags.check.table.repeat, "Measurements of which the median is shown")
      ->check(CLI::Range(1, 100));
  app.add_option("--driver", flags.check.drivers, "OpenCL driver (a library) to check beside those that are installed");
  app.add_option("--limit", flags.limit_s, "Seconds that one program may take")->check(CLI::PositiveNumber);
  app.add_option("--total", flags.total_s, "Seconds for everything; what does not fit fails; 0 = no limit")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--out", flags.out, "The report is written to OUT.md and OUT.json");
}

std::string FirstLine(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line;
}

bool Write(const std::string& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  return static_cast<bool>(out.flush());
}

int Main(int argc, char** argv) {
  CLI::App app("Checks the OpenCL devices of this machine: kernels, language models, exactness, speed", "gpu_check");
  app.option_defaults()->always_capture_default();
  Flags flags;
  AddFlags(app, flags);
  CLI11_PARSE(app, argc, argv);
  if (!flags.only.empty()) flags.check.parts = {flags.only.begin(), flags.only.end()};
  std::error_code error;
  if (!flags.check.model.empty()) flags.check.model = fs::absolute(flags.check.model);
  flags.out = fs::absolute(flags.out);

  const StartCommand own = OwnStartCommand(argc);
  const fs::path program = own.by_loader ? fs::path(own.arguments.back()) : fs::read_symlink("/proc/self/exe", error);
  const std::string home = fs::absolute(program).parent_path().parent_path();
  std::string scratch = (fs::temp_directory_path(error) / "gpu_check-XXXXXX").string();
  if (error || mkdtemp(scratch.data()) == nullptr) {
    std::fprintf(stderr, "gpu_check: no temporary folder (%s); set TMPDIR to one that can be written\n",
                 scratch.c_str());
    return kExitUsage;
  }
  const auto remove_scratch = absl::MakeCleanup([&scratch] {
    std::error_code ignored;
    fs::remove_all(scratch, ignored);
  });
  fs::current_path(home, error);  // the tests find their data from here

  Report report;
  report.facts = MachineFacts(own.by_loader);
  report.facts.emplace_back("ferro", absl::StrCat(kVersion, ", ", FirstLine(home + "/about.txt")));
  report.facts.emplace_back("arguments", absl::StrJoin(argv + 1, argv + argc, " "));
  bool written = true;
  // Anew after every program: whoever stops the run, or is stopped by a machine that hangs, has what was found so far.
  const auto write = [&] {
    if (flags.list) return;
    written = Write(flags.out + ".md", ReportMarkdown(report)) &&
              Write(flags.out + ".json", ReportJson(report).dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  };
  const Programs programs(own, home, absl::Seconds(flags.limit_s),
                          flags.total_s > 0 ? absl::Now() + absl::Seconds(flags.total_s) : absl::InfiniteFuture());
  Check check(programs, flags.check, scratch, report, write);
  if (const absl::Status status = check.FindDevices(); !status.ok()) {
    std::fprintf(stderr, "gpu_check: %s\n", std::string(status.message()).c_str());
    return kExitUsage;
  }
  if (flags.list) {
    for (const DeviceReport& device : report.devices) {
      std::printf("%s (%s, driver file %s)\n", device.title.c_str(),
                  device.properties.value("platform", std::string()).c_str(),
                  device.properties.value("driver_file", std::string()).c_str());
    }
    for (const Verdict& driver : report.drivers) {
      std::printf("driver %s: %s\n", driver.name.c_str(), driver.message.c_str());
    }
    return 0;
  }
  check.Run();
  if (!written) {
    std::fprintf(stderr, "gpu_check: cannot write %s.md and .json; name another place with --out\n", flags.out.c_str());
    return kExitUsage;
  }
  std::printf("%s\n\nreport: %s.md, %s.json\n%s\n", ReportMarkdown(report).c_str(), flags.out.c_str(),
              flags.out.c_str(), LastLine(report).c_str());
  return report.count(Outcome::kFailed) == 0 ? 0 : kExitFailed;
}

}  // namespace
}  // namespace ferro::gpu

int main(int argc, char** argv) { return ferro::gpu::Main(argc, argv); }
