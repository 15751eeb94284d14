#include <iostream>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json.h"
#include "engine/backend/create.h"
#include "engine/kernels/isa/isa.h"
#include "tools/ferro/command.h"

namespace ferro {
namespace {

std::string InstructionSets() {
  std::string names;
  for (const Isa isa : SupportedIsas()) absl::StrAppend(&names, names.empty() ? "" : ", ", IsaName(isa));
  return names;
}

void Devices(bool as_json) {
  Json list = Json::array();
  for (const DeviceDescription& device : ListDevices()) {
    list.push_back({{"name", device.name}, {"detail", device.detail}, {"automatic", device.automatic}});
    if (!as_json) {
      std::cout << absl::StrFormat("%c %-10s %s\n", device.automatic ? '*' : ' ', device.name, device.detail);
    }
  }
  if (as_json) {
    Json isas = Json::array();
    for (const Isa isa : SupportedIsas()) isas.push_back(std::string(IsaName(isa)));
    std::cout << DumpJson(Json{{"devices", list}, {"isas", isas}, {"isa", std::string(IsaName(BestIsa()))}}) << "\n";
  } else {
    std::cout << "* is what --device auto takes\n\n"
              << "instruction sets of the cpu: " << InstructionSets() << "; --isa auto takes " << IsaName(BestIsa())
              << "\n";
  }
}

}  // namespace

void AddDevicesCommand(CLI::App& app, absl::Status& outcome) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("devices", "List what this machine can compute with");
  command->add_flag("--json", *json, "One JSON object instead of a list");
  command->footer("The names are those that --device takes, in ferro up, generate and bench.");
  command->callback([json, &outcome] {
    Devices(*json);
    outcome = absl::OkStatus();
  });
}

}  // namespace ferro
