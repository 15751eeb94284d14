// How a subcommand joins the command line: it declares its flags on the application and, when it is the one that was
// typed, leaves what came of it in `outcome`. main prints an error as `ferro: <message>` and exits 1.
#ifndef FERRO_TOOLS_FERRO_COMMAND_H_
#define FERRO_TOOLS_FERRO_COMMAND_H_

#include "CLI/CLI.hpp"
#include "absl/status/status.h"

namespace ferro {

// `outcome` must outlive the parsing of `app`.
void AddBenchCommand(CLI::App& app, absl::Status& outcome);
void AddDecideCommand(CLI::App& app, absl::Status& outcome);
void AddDevicesCommand(CLI::App& app, absl::Status& outcome);
void AddEmbedCommand(CLI::App& app, absl::Status& outcome);
void AddFetchCommand(CLI::App& app, absl::Status& outcome);
void AddGenerateCommand(CLI::App& app, absl::Status& outcome);
void AddInspectCommand(CLI::App& app, absl::Status& outcome);
void AddMcpCommand(CLI::App& app, absl::Status& outcome);
void AddRooflineCommand(CLI::App& app, absl::Status& outcome);
void AddTuneCommand(CLI::App& app, absl::Status& outcome);
void AddUpCommand(CLI::App& app, absl::Status& outcome);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_COMMAND_H_
