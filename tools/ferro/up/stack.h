// Which programs make up a stack, and with which arguments.
#ifndef FERRO_TOOLS_FERRO_UP_STACK_H_
#define FERRO_TOOLS_FERRO_UP_STACK_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "tools/ferro/up/install_paths.h"
#include "tools/ferro/up/supervisor.h"

namespace ferro {

// Which programs take a flag; a set of bits.
using Targets = unsigned;
inline constexpr Targets kToLm = 1, kToDecide = 2, kToGateway = 4, kToEmbed = 8;
inline constexpr Targets kToServices = kToLm | kToDecide | kToEmbed, kToAll = kToServices | kToGateway;

// A flag of `ferro up` that it does not read itself: the programs get it as it was typed and check its value.
struct ForwardedFlag {
  const char* name;   // with its dashes
  const char* value;  // what stands for the value in help; empty = a switch
  const char* help;
  Targets targets;
};

// All of them, in the order in which help shows them.
const std::vector<ForwardedFlag>& ForwardedFlags();

struct StackConfig {
  std::string lm;      // path of the language model; empty = none
  std::string decide;  // path of the decision model; empty = none
  std::string embed;   // path of the embedding model; empty = none
  std::string host;
  int port = 0;  // decided: never 0
  // Paths.
  std::string lm_socket;
  std::string decide_socket;
  std::string embed_socket;
  // Values by name of flag; for a switch one empty value.
  std::map<std::string, std::vector<std::string>> forwarded;
};

// The services, then the gateway.
std::vector<Program> PlanPrograms(const StackConfig& config, const InstallPaths& paths);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_UP_STACK_H_
