// How this process was started, so that it, or a program beside it, can be started the same way again.
//
// A program that carries its own C library is started through that library's loader, for instance
// `lib/ld-linux-x86-64.so.2 --library-path lib bin/ferro devices`. The kernel then takes the loader for the program:
// /proc/self/exe names it, and starting that alone starts nothing. The loader takes its own words off the arguments
// that main sees, the kernel keeps them all, and the difference tells.
#ifndef FERRO_BASE_START_COMMAND_H_
#define FERRO_BASE_START_COMMAND_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace ferro {

struct StartCommand {
  std::string executable;              // to be executed
  std::vector<std::string> arguments;  // argv up to and with the program's name: its own arguments come after these
  bool by_loader = false;              // the last argument decides which program runs, not `executable`

  // How to start the program at `path` as this one was started.
  StartCommand ForProgram(const std::string& path) const;
};

// Of this process; `argc` as main got it.
StartCommand OwnStartCommand(int argc);

// The same from /proc/self/cmdline: arguments, each ended by a zero byte. Where it says less than main saw (no /proc),
// the executable is all there is.
StartCommand StartCommandFrom(absl::string_view command_line, int argc);

}  // namespace ferro

#endif  // FERRO_BASE_START_COMMAND_H_
