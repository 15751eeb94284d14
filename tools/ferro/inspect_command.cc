#include <iostream>
#include <memory>
#include <string>

#include "base/json.h"
#include "base/status_macros.h"
#include "engine/gguf/file.h"
#include "tools/ferro/command.h"
#include "tools/ferro/inspect/report.h"

namespace ferro {
namespace {

struct InspectFlags {
  std::string path;
  bool json = false;
};

absl::Status Inspect(const InspectFlags& flags) {
  if (flags.path.empty()) return absl::InvalidArgumentError("inspect needs a FILE");
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> file, GgufFile::Open(flags.path));
  if (flags.json) {
    std::cout << DumpJson(InspectJson(*file)) << "\n";
  } else {
    std::cout << InspectText(*file);
  }
  return absl::OkStatus();
}

}  // namespace

void AddInspectCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<InspectFlags>();
  CLI::App* command = app.add_subcommand("inspect", "Show what a GGUF file holds and what would serve it");
  command->add_option("file,--model", flags->path, "A GGUF file")->type_name("FILE");
  command->add_flag("--json", flags->json, "One JSON object instead of tables");
  command->footer("Example:\n  ferro inspect models/LFM2.5-350M-Q8_0.gguf");
  command->callback([flags, &outcome] { outcome = Inspect(*flags); });
}

}  // namespace ferro
