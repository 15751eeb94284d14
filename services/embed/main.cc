// ferro-embed: serves one embedding model over gRPC.
#include <cstdio>
#include <string>

#include "CLI/CLI.hpp"
#include "base/log.h"
#include "base/version.h"
#include "engine/kernels/opencl/probe.h"
#include "services/common/signals.h"
#include "services/embed/flags.h"
#include "services/embed/run.h"

namespace {

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "ferro-embed: %s\n", std::string(status.message()).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  ferro::RunOpenClProbeIfAsked(argc, argv);
  ferro::BlockStopSignals();
  ferro::EmbedFlags flags;
  CLI::App app("Serves one embedding model over gRPC.", "ferro-embed");
  app.set_version_flag("--version", ferro::kVersion);
  ferro::AddEmbedFlags(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "ferro-embed: %s\n", error.what());
    return 2;
  }

  if (const absl::Status status = ferro::ValidateEmbedFlags(flags); !status.ok()) return Fail(status);
  ferro::SetLogService("embed");
  ferro::SetLogFormat(flags.process.log_format);
  if (const absl::Status status = ferro::RunEmbed(flags); !status.ok()) return Fail(status);
  return 0;
}
