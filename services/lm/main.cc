// ferro-lm: serves one language model over gRPC.
#include <cstdio>
#include <string>

#include "CLI/CLI.hpp"
#include "base/log.h"
#include "base/version.h"
#include "engine/kernels/opencl/probe.h"
#include "services/common/signals.h"
#include "services/lm/flags.h"
#include "services/lm/run.h"

namespace {

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "ferro-lm: %s\n", std::string(status.message()).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  ferro::RunOpenClProbeIfAsked(argc, argv);
  ferro::BlockStopSignals();
  ferro::LmFlags flags;
  CLI::App app("Serves one language model over gRPC.", "ferro-lm");
  app.set_version_flag("--version", ferro::kVersion);
  ferro::AddLmFlags(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "ferro-lm: %s\n", error.what());
    return 2;
  }

  if (const absl::Status status = ferro::ValidateLmFlags(flags); !status.ok()) return Fail(status);
  ferro::SetLogService("lm");
  ferro::SetLogFormat(flags.process.log_format);
  if (const absl::Status status = ferro::RunLm(flags); !status.ok()) return Fail(status);
  return 0;
}
