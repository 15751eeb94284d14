#include "base/start_command.h"

#include <fstream>
#include <iterator>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace ferro {

StartCommand StartCommand::ForProgram(const std::string& path) const {
  if (!by_loader) return {path, {path}, false};
  StartCommand command = *this;
  command.arguments.back() = path;
  return command;
}

StartCommand OwnStartCommand(int argc) {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  return StartCommandFrom(std::string(std::istreambuf_iterator<char>(file), {}), argc);
}

StartCommand StartCommandFrom(absl::string_view command_line, int argc) {
  StartCommand command;
  command.executable = "/proc/self/exe";
  absl::ConsumeSuffix(&command_line, absl::string_view("\0", 1));
  std::vector<std::string> all = absl::StrSplit(command_line, '\0');
  const int taken_off = static_cast<int>(all.size()) - argc;
  command.by_loader = argc > 0 && taken_off > 0;
  if (command.by_loader) {
    all.resize(taken_off + 1);
    command.arguments = std::move(all);
  } else {
    command.arguments = {all[0].empty() ? "program" : all[0]};
  }
  return command;
}

}  // namespace ferro
