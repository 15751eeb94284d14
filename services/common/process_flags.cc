#include "services/common/process_flags.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "services/common/flag_words.h"
#include "services/common/listen_address.h"

namespace ferro {

void AddListenFlag(CLI::App& app, ProcessFlags& flags) {
  app.add_option("--listen", flags.server.listen, "unix:/path or host:port; port 0 takes a free one")->required();
}

void AddServingFlags(CLI::App& app, ProcessFlags& flags) {
  app.add_option("--drain-seconds", flags.drain_seconds, "time that running requests get after SIGTERM")
      ->capture_default_str();
  AddChoice<LogFormat>(app, "--log-format", flags.log_format, "text (key=value) or json, on standard error",
                       {{"text", LogFormat::kText}, {"json", LogFormat::kJson}}, "text");
  app.add_flag("--insecure-grpc", flags.server.insecure_grpc, "allow unencrypted calls from other machines");
  app.add_flag("--grpc-reflection", flags.server.reflection, "reflection also beyond unix sockets and loopback");
}

absl::Status ValidateProcessFlags(const ProcessFlags& flags) {
  FERRO_RETURN_IF_ERROR(ParseListenAddress(flags.server.listen).status());
  if (flags.drain_seconds >= 0 && flags.drain_seconds <= 86400) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--drain-seconds ", flags.drain_seconds, " is outside 0..86400"));
}

}  // namespace ferro
