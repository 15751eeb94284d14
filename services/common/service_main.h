// The main function of a service: flags, logs, and what becomes of an error.
#ifndef FERRO_SERVICES_COMMON_SERVICE_MAIN_H_
#define FERRO_SERVICES_COMMON_SERVICE_MAIN_H_

#include <cstdio>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "base/log.h"
#include "base/version.h"
#include "engine/kernels/opencl/probe.h"
#include "services/common/signals.h"

namespace ferro {

// What is particular to one service. `Flags` has a member `process` (ProcessFlags).
template <class Flags>
struct ServiceProgram {
  std::string name;         // lm: the program is ferro-lm
  std::string description;  // for --help
  void (*add_flags)(CLI::App& app, Flags& flags);
  absl::Status (*validate)(Flags& flags);
  absl::Status (*run)(const Flags& flags);  // returns when the service has ended
};

// The exit status: 2 where the command line is wrong, 1 where a value of it or the service fails.
template <class Flags>
int ServiceMain(int argc, char** argv, const ServiceProgram<Flags>& service) {
  RunOpenClProbeIfAsked(argc, argv);
  BlockStopSignals();
  const std::string program = "ferro-" + service.name;
  const auto fail = [&](const char* why, int code) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), why);
    return code;
  };
  Flags flags;
  CLI::App app(service.description, program);
  app.set_version_flag("--version", kVersion);
  service.add_flags(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return fail(error.what(), 2);
  }

  absl::Status status = service.validate(flags);
  if (status.ok()) {
    SetLogService(service.name);
    SetLogFormat(flags.process.log_format);
    status = service.run(flags);
  }
  return status.ok() ? 0 : fail(std::string(status.message()).c_str(), 1);
}

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_SERVICE_MAIN_H_
