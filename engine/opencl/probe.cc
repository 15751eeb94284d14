#include "engine/opencl/probe.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "base/start_command.h"
#include "base/status_macros.h"
#include "engine/opencl/child_process.h"
#include "engine/opencl/driver_files.h"

namespace ferro::opencl {
namespace {

constexpr char kProbeFlag[] = "--opencl-probe";
constexpr char kSkipPrefix[] = "--skip=";
constexpr char kLeaveOutPrefix[] = "--leave-out=";
constexpr char kListOnly[] = "--list-only";
constexpr char kGpusOnly[] = "--gpus-only";
constexpr char kThoroughPrefix[] = "--thorough=";
constexpr int kRunsInLimit = 4;

// How to start this program again; null where its main does not call RunProbeIfAsked.
std::atomic<const StartCommand*> g_own_command{nullptr};

std::vector<std::string> Arguments(const ProbeTask& task) {
  std::vector<std::string> arguments = {kProbeFlag};
  if (!task.skipped.empty()) arguments.push_back(absl::StrCat(kSkipPrefix, absl::StrJoin(task.skipped, ",")));
  for (const std::string& step : task.left_out) arguments.push_back(absl::StrCat(kLeaveOutPrefix, step));
  if (task.list_only) arguments.emplace_back(kListOnly);
  if (task.gpus_only) arguments.emplace_back(kGpusOnly);
  if (task.thorough >= 0) arguments.push_back(absl::StrCat(kThoroughPrefix, task.thorough));
  return arguments;
}

ProbeTask TaskOf(int argc, char** argv) {
  ProbeTask task;
  for (int i = 2; i < argc; ++i) {
    absl::string_view argument = argv[i];
    task.list_only |= argument == kListOnly;
    task.gpus_only |= argument == kGpusOnly;
    if (absl::ConsumePrefix(&argument, kLeaveOutPrefix)) task.left_out.emplace_back(argument);
    if (absl::ConsumePrefix(&argument, kThoroughPrefix) && !absl::SimpleAtoi(argument, &task.thorough)) _exit(1);
    if (!absl::ConsumePrefix(&argument, kSkipPrefix)) continue;
    for (const absl::string_view number : absl::StrSplit(argument, ',')) {
      int platform;
      if (absl::SimpleAtoi(number, &platform)) task.skipped.push_back(platform);
    }
  }
  return task;
}

[[noreturn]] void RunAsChild(const ProbeTask& task, const Trial& trial) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  unsetenv("FERRO_OPENCL_FAULT");  // is for the process that was started by hand
  // Drivers print what they like; only lines of the probe may reach the parent.
  const int out = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  RunProbe(task, trial, [out](const std::string& line) {
    const std::string text = line + "\n";
    if (write(out, text.data(), text.size()) != static_cast<ssize_t>(text.size())) _exit(1);
  });
  _exit(0);  // no driver gets to crash in its destructors
}

template <class T>
bool Contains(const std::vector<T>& all, const T& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// Runs probes until one of them comes through, leaving out what made the earlier ones fail.
class Prober {
 public:
  explicit Prober(const ProbeOptions& options)
      : options_(options), deadline_(absl::Now() + kRunsInLimit * options.limit) {
    if (options.known == nullptr) return;
    report_.skipped_platforms = options.known->skipped_platforms;
    report_.driver_files = options.known->driver_files;
  }

  ProbeReport Run() {
    while (true) {
      const Attempt attempt = Try({.skipped = report_.skipped_platforms,
                                   .left_out = left_out_,
                                   .gpus_only = options_.gpus_only,
                                   .thorough = options_.thorough},
                                  report_.driver_files);
      const ProbeProgress& progress = attempt.progress;
      if (progress.done || !progress.unavailable.empty()) {
        report_.devices = progress.devices;
        report_.unavailable = progress.unavailable;
        return std::move(report_);
      }
      if (absl::Now() >= deadline_) return GiveUp("the probe of the drivers took too long");
      if (progress.platform < 0) {
        const bool once = options_.thorough >= 0 || !report_.driver_files.empty();
        if (once || !LeaveOutDriversThatDoNotLoad()) return GiveUp(attempt.reason);
        continue;
      }
      // What it was told to leave alone cannot be to blame.
      if (!progress.trying.empty()) {
        if (Contains(left_out_, progress.trying)) return GiveUp(attempt.reason);
        left_out_.push_back(progress.trying);
        continue;
      }
      // With one more left out, the index would mean another device.
      if (options_.thorough >= 0) return GiveUp(attempt.reason);
      if (Contains(report_.skipped_platforms, progress.platform)) return GiveUp(attempt.reason);
      report_.skipped_platforms.push_back(progress.platform);
      const std::string name =
          progress.platform_name.empty() ? absl::StrCat("platform ", progress.platform) : progress.platform_name;
      report_.rejected.push_back({name, attempt.reason});
    }
  }

 private:
  struct Attempt {
    ProbeProgress progress;
    std::string reason;  // why it is not done
  };

  Attempt Try(const ProbeTask& task, const std::vector<std::string>& driver_files) const {
    StartCommand program = {.executable = options_.executable, .arguments = {options_.executable}};
    if (options_.executable.empty()) program = *g_own_command.load();
    ChildCommand command = {.executable = program.executable,
                            .arguments = program.arguments,
                            .environment = {},
                            .limit = std::min(options_.limit, std::max(deadline_ - absl::Now(), absl::Seconds(1)))};
    for (std::string& argument : Arguments(task)) command.arguments.push_back(std::move(argument));
    std::optional<DriverSelection> selection;
    if (!driver_files.empty()) {
      selection.emplace(driver_files);
      command.environment.emplace_back(kDriverFolderVariable, selection->folder());
    }
    const ChildResult child = RunChild(command);
    Attempt attempt = {ReadProbe(child.out), ""};
    attempt.reason = absl::StrCat(attempt.progress.step, ": ", child.failure.empty() ? "ended early" : child.failure);
    if (!child.last_error.empty()) absl::StrAppend(&attempt.reason, "; its last words: ", child.last_error);
    return attempt;
  }

  // Takes each driver alone, and has it list its devices: some loaders do that at once, to sort the drivers. False:
  // that does not tell which one is to blame.
  bool LeaveOutDriversThatDoNotLoad() {
    const std::vector<std::string> files = DriverFiles();
    std::vector<std::string> good;
    std::vector<RejectedDriver> bad;
    for (const std::string& file : files) {
      const Attempt attempt = Try({.skipped = {}, .left_out = {}, .list_only = true}, {file});
      if (attempt.progress.done) {
        good.push_back(file);
      } else {
        const std::string& name = attempt.progress.platform_name;
        bad.push_back({name.empty() ? std::filesystem::path(file).filename().string() : name, attempt.reason});
      }
    }
    report_.rejected.insert(report_.rejected.end(), bad.begin(), bad.end());
    report_.driver_files = good;
    report_.skipped_platforms.clear();  // they are counted anew
    left_out_.clear();
    return !bad.empty() && !good.empty();
  }

  ProbeReport GiveUp(std::string why) {
    report_.devices.clear();
    report_.unavailable = std::move(why);
    return std::move(report_);
  }

  const ProbeOptions options_;
  const absl::Time deadline_;
  std::vector<std::string> left_out_;
  ProbeReport report_;
};

ProbeReport ProbeHere(const Trial& trial, const ProbeOptions& options) {
  LogInfo("opencl_probe_in_process", {{"reason", "this program cannot start itself to probe drivers"}});
  std::string lines;
  RunProbe({.skipped = {}, .left_out = {}, .gpus_only = options.gpus_only, .thorough = options.thorough}, trial,
           [&lines](const std::string& line) { absl::StrAppend(&lines, line, "\n"); });
  ProbeProgress progress = ReadProbe(lines);
  ProbeReport report;
  report.devices = std::move(progress.devices);
  report.unavailable = std::move(progress.unavailable);
  return report;
}

// Loads the library and the drivers, only those of `files` unless that is empty.
absl::StatusOr<const Api*> LoadDrivers(const std::vector<std::string>& files) {
  if (files.empty()) return SystemApi();
  const char* const before = std::getenv(kDriverFolderVariable);
  const std::optional<std::string> kept = before == nullptr ? std::nullopt : std::optional<std::string>(before);
  const DriverSelection selection(files);
  if (selection.folder().empty()) return absl::UnavailableError("no temporary folder for the list of drivers");
  setenv(kDriverFolderVariable, selection.folder().c_str(), 1);
  absl::StatusOr<const Api*> api = SystemApi();
  if (api.ok()) Platforms(**api);
  if (kept.has_value()) {
    setenv(kDriverFolderVariable, kept->c_str(), 1);
  } else {
    unsetenv(kDriverFolderVariable);
  }
  return api;
}

}  // namespace

void RunProbeIfAsked(int argc, char** argv, const Trial& trial) {
  static const StartCommand& own = *new StartCommand(OwnStartCommand(argc));
  g_own_command = &own;
  if (argc >= 2 && absl::string_view(argv[1]) == kProbeFlag) RunAsChild(TaskOf(argc, argv), trial);
}

bool CanProbe() { return g_own_command != nullptr; }

ProbeReport Probe(const Trial& trial, const ProbeOptions& options) {
  if (options.executable.empty() && g_own_command == nullptr) return ProbeHere(trial, options);
  return Prober(options).Run();
}

absl::StatusOr<std::vector<Device>> OpenProbed(const ProbeReport& report) {
  if (!report.unavailable.empty()) return absl::UnavailableError(report.unavailable);
  FERRO_ASSIGN_OR_RETURN(const Api* const api, LoadDrivers(report.driver_files));
  std::vector<Device> devices = EnumerateDevices(*api, report.skipped_platforms);
  bool same = devices.size() == report.devices.size();
  for (size_t i = 0; same && i < devices.size(); ++i) {
    const Device& probed = report.devices[i].device;
    same = devices[i].name == probed.name && devices[i].platform_name == probed.platform_name;
  }
  if (!same) return absl::UnavailableError("the OpenCL devices changed since they were probed; start again");
  return devices;
}

}  // namespace ferro::opencl
