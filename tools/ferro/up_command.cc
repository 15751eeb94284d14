#include <unistd.h>

#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "tools/ferro/command.h"
#include "tools/ferro/model_kind.h"
#include "tools/ferro/up/install_paths.h"
#include "tools/ferro/up/model_choice.h"
#include "tools/ferro/up/port.h"
#include "tools/ferro/up/ready_probe.h"
#include "tools/ferro/up/run_dir.h"
#include "tools/ferro/up/stack.h"
#include "tools/ferro/up/supervisor.h"

namespace ferro {
namespace {

struct UpFlags {
  std::optional<std::string> lm, decide, embed;
  std::vector<std::string> models;  // of any kind
  std::string host = "127.0.0.1";
  int port = 8090;
  std::map<std::string, std::vector<std::string>> values;  // of forwarded flags
  std::map<std::string, bool> switches;
};

// Where the path of a model of this kind belongs.
std::string& PathOf(ModelKind kind, StackConfig& config) {
  if (kind == ModelKind::kLm) return config.lm;
  return kind == ModelKind::kDecide ? config.decide : config.embed;
}

absl::Status FindModels(const UpFlags& flags, const InstallPaths& paths, StackConfig& config) {
  FERRO_ASSIGN_OR_RETURN(const std::vector<ChosenModel> chosen,
                         ChooseModels({{ModelKind::kLm, "--lm", flags.lm, paths.bundled_lm},
                                       {ModelKind::kDecide, "--decide", flags.decide, paths.bundled_decide},
                                       {ModelKind::kEmbed, "--embed", flags.embed, paths.bundled_embed}},
                                      flags.models));
  for (const ChosenModel& model : chosen) {
    const std::string kind = ModelKindName(model.kind);
    PathOf(model.kind, config) = model.path;
    if (model.bundled) {
      LogInfo("bundled_model",
              {{"kind", kind}, {"file", model.path}, {"hint", absl::StrCat("use your own with --", kind, " PATH")}});
    }
  }
  return absl::OkStatus();
}

// Everything that can be known to be wrong before a process starts.
absl::StatusOr<StackConfig> Configure(const UpFlags& flags, const InstallPaths& paths) {
  StackConfig config;
  FERRO_RETURN_IF_ERROR(FindModels(flags, paths, config));
  config.host = flags.host;
  FERRO_ASSIGN_OR_RETURN(config.port, FindPort(flags.host, flags.port));
  for (const auto& [name, values] : flags.values) {
    if (!values.empty()) config.forwarded[name] = values;
  }
  for (const auto& [name, on] : flags.switches) {
    if (on) config.forwarded[name] = {""};
  }
  return config;
}

// Longer than the programs give their own requests, so that only a stuck one is killed.
absl::Duration StopGrace(const StackConfig& config) {
  double seconds = 30;
  if (const auto drain = config.forwarded.find("--drain-seconds"); drain != config.forwarded.end()) {
    // A value that is no number ends the programs themselves.
    [[maybe_unused]] const bool is_number = absl::SimpleAtod(drain->second.back(), &seconds);
  }
  return absl::Seconds(seconds) + absl::Seconds(5);
}

// For instance "lm,decide".
std::string Served(const StackConfig& config) {
  std::vector<std::string> kinds;
  if (!config.lm.empty()) kinds.push_back("lm");
  if (!config.decide.empty()) kinds.push_back("decide");
  if (!config.embed.empty()) kinds.push_back("embed");
  return absl::StrJoin(kinds, ",");
}

absl::Status Up(const UpFlags& flags) {
  SetLogService("up");
  if (const auto format = flags.values.find("--log-format");
      format != flags.values.end() && !format->second.empty() && format->second.back() == "json") {
    SetLogFormat(LogFormat::kJson);
  }
  // A closed terminal ends what was started in it; a service manager's SIGHUP re-reads the key file.
  const bool from_terminal = isatty(STDERR_FILENO) != 0;
  BlockSupervisorSignals();
  FERRO_ASSIGN_OR_RETURN(const InstallPaths paths, FindInstallPaths());
  FERRO_ASSIGN_OR_RETURN(StackConfig config, Configure(flags, paths));
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<RunDir> run_dir, RunDir::Create());
  FERRO_ASSIGN_OR_RETURN(config.lm_socket, run_dir->SocketPath("lm"));
  FERRO_ASSIGN_OR_RETURN(config.decide_socket, run_dir->SocketPath("decide"));
  FERRO_ASSIGN_OR_RETURN(config.embed_socket, run_dir->SocketPath("embed"));

  const std::string url = LocalUrl(config.host, config.port);
  SupervisorOptions options;
  options.hangup_stops = from_terminal;
  options.stop_grace = StopGrace(config);
  options.is_ready = [&url] { return IsReady(url); };
  options.on_ready = [&] {
    std::cout << "READY " << url << std::endl;
    LogInfo("ready", {{"url", url}, {"chat", url + "/chat"}, {"serves", Served(config)}});
  };
  return Supervisor(PlanPrograms(config, paths), std::move(options)).Run();
}

}  // namespace

void AddUpCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<UpFlags>();
  CLI::App* command = app.add_subcommand("up", "Serve models over HTTP, in the foreground");
  command->add_option("--lm", flags->lm, "Language model (GGUF), for chats and completions; none = no language model")
      ->type_name("PATH");
  command->add_option("--decide,--d1", flags->decide, "Decision model (GGUF), for /v1/systemone; none = no decisions")
      ->type_name("PATH");
  command->add_option("--embed", flags->embed, "Embedding model (GGUF), for /v1/embeddings; none = no embeddings")
      ->type_name("PATH");
  command->add_option("--model", flags->models, "A model of any kind, which the file tells; may be repeated")
      ->type_name("PATH")
      ->expected(1)
      ->default_str("")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--host", flags->host, "Address to listen on; 0.0.0.0 for all")->type_name("ADDR");
  command->add_option("--port", flags->port, "Port to listen on; 0 picks a free one")->type_name("N");
  for (const ForwardedFlag& flag : ForwardedFlags()) {
    if (*flag.value == '\0') {
      command->add_flag(flag.name, flags->switches[flag.name], flag.help);
    } else {
      command->add_option(flag.name, flags->values[flag.name], flag.help)
          ->type_name(flag.value)
          ->expected(1)
          ->default_str("")
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  command->footer(
      "Serves the models that are named and no others. Where none is named, it serves the small ones that come with\n"
      "Ferro, a language model, a decision model and an embedding model, less what --lm none and the like leave out.\n"
      "These do a few narrow things, so that everything can be tried before anything is downloaded.\n\n"
      "Prints one line on standard output, READY http://HOST:PORT, when everything answers; logs go to standard\n"
      "error. Ctrl-C ends everything. A service that dies is started again.\n\n"
      "Examples:\n"
      "  ferro up\n"
      "  ferro up --lm LFM2.5-350M-Q8_0.gguf --lm-slots 4 --lm-ctx 4096\n"
      "  ferro up --lm LFM2.5-350M-Q8_0.gguf --decide d1-omni-600M-Q8_0.gguf\n"
      "  ferro up --embed embeddinggemma-300M-Q8_0.gguf\n"
      "  curl http://127.0.0.1:8090/v1/chat/completions -d "
      "'{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}'");
  command->callback([flags, &outcome] { outcome = Up(*flags); });
}

}  // namespace ferro
