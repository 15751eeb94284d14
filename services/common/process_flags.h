// The flags that every service process has, apart from those of its model.
#ifndef FERRO_SERVICES_COMMON_PROCESS_FLAGS_H_
#define FERRO_SERVICES_COMMON_PROCESS_FLAGS_H_

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "base/log.h"
#include "services/common/server.h"

namespace ferro {

struct ProcessFlags {
  ServerOptions server;
  double drain_seconds = 30;
  LogFormat log_format = LogFormat::kText;
};

// Declares --listen, and the rest with AddServingFlags; two calls, so that a help page can have others between them.
// `flags` must outlive `app`.
void AddListenFlag(CLI::App& app, ProcessFlags& flags);
// --drain-seconds, --log-format, --insecure-grpc and --grpc-reflection.
void AddServingFlags(CLI::App& app, ProcessFlags& flags);

// What a parser cannot see one flag at a time. kInvalidArgument naming the flag.
absl::Status ValidateProcessFlags(const ProcessFlags& flags);

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_PROCESS_FLAGS_H_
