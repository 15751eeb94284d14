// ferro: the one command of the project. Each subcommand is a file of its own, NAME_command.cc.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "base/version.h"
#include "engine/kernels/opencl/probe.h"
#include "tools/ferro/command.h"
#include "tools/ferro/suggest.h"

namespace ferro {
namespace {

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

constexpr char kFooter[] =
    "First steps:\n"
    "  ferro up                                  serve the small models that come with Ferro\n"
    "  ferro fetch --list                        models that can be downloaded by name\n"
    "  ferro up --lm model.gguf                  serve your own on http://127.0.0.1:8090\n"
    "  ferro generate --lm model.gguf --prompt \"Why is the sky blue?\"\n"
    "\n"
    "ferro COMMAND --help explains a command.";

// What to say about arguments that CLI11 could not place: the first one that is no flag was meant as a command.
std::string Advice(const CLI::App& app, const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  if (arguments.empty()) return "";
  if (arguments.front().rfind("-", 0) == 0) return "there is no flag \"" + arguments.front() + "\" before a command";
  for (const std::string& name : names) {
    if (name == arguments.front()) return "";
  }
  const std::string nearest = NearestWord(arguments.front(), names);
  std::string advice = "there is no command \"" + arguments.front() + "\"";
  if (!nearest.empty()) advice += "; did you mean \"" + nearest + "\"?";
  return advice;
}

// A service manager or `>&-` may start us with closed standard streams; the next file or socket opened would then take
// their numbers, and what is printed would go into it.
void OpenClosedStandardStreams() {
  for (int stream = open("/dev/null", O_RDWR); stream >= 0; stream = open("/dev/null", O_RDWR)) {
    if (stream > 2) {
      close(stream);
      return;
    }
  }
}

int Main(int argc, char** argv) {
  OpenClosedStandardStreams();
  RunOpenClProbeIfAsked(argc, argv);
  // A reader that goes away (ferro inspect ... | head) ends us by an error of write, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app("Ferro: small language models on small machines", "ferro");
  app.set_version_flag("--version", std::string("ferro ") + kVersion);
  app.require_subcommand(1);
  app.footer(kFooter);
  app.option_defaults()->always_capture_default();

  absl::Status outcome;
  AddUpCommand(app, outcome);
  AddGenerateCommand(app, outcome);
  AddDecideCommand(app, outcome);
  AddEmbedCommand(app, outcome);
  AddMcpCommand(app, outcome);
  AddInspectCommand(app, outcome);
  AddDevicesCommand(app, outcome);
  AddBenchCommand(app, outcome);
  AddTuneCommand(app, outcome);
  AddRooflineCommand(app, outcome);
  AddFetchCommand(app, outcome);

  if (argc == 1) {
    std::cout << app.help();
    return kExitUsage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success, std::cout, std::cerr);
  } catch (const CLI::ParseError& error) {
    const std::string advice = Advice(app, std::vector<std::string>(argv + 1, argv + argc));
    std::cerr << "ferro: " << (advice.empty() ? error.what() : advice) << "\n"
              << "ferro --help lists the commands, ferro COMMAND --help their flags\n";
    return kExitUsage;
  }
  std::cout.flush();
  if (outcome.ok() && !std::cout) {
    // The stream keeps no reason; another try tells it. Whoever closed a pipe has seen enough, a full disk is news.
    if (write(STDOUT_FILENO, "\n", 1) < 0 && errno != EPIPE)
      std::cerr << "ferro: cannot write the output: " << std::strerror(errno) << "\n";
    return kExitFailed;
  }
  if (!outcome.ok()) {
    std::cerr << "ferro: " << outcome.message() << "\n";
    return kExitFailed;
  }
  return 0;
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) { return ferro::Main(argc, argv); }
