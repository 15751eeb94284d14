#include "tools/ferro/up/stack.h"

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

void AppendForwarded(const StackConfig& config, Target target, std::vector<std::string>& argv) {
  for (const ForwardedFlag& flag : ForwardedFlags()) {
    const auto values = config.forwarded.find(flag.name);
    if (values == config.forwarded.end() || (flag.target != target && flag.target != Target::kBoth)) continue;
    for (const std::string& value : values->second) {
      // One argument, so that a value may start with a dash.
      argv.push_back(*flag.value == '\0' ? flag.name : absl::StrCat(flag.name, "=", value));
    }
  }
}

}  // namespace

const std::vector<ForwardedFlag>& ForwardedFlags() {
  static const auto& flags = *new std::vector<ForwardedFlag>{
      {"--device", "NAME", "What computes: auto, cpu or reference; ferro devices lists them", Target::kLm},
      {"--isa", "NAME", "Instruction set of the cpu: auto, scalar, avx2, avx-vnni, avx512-vnni", Target::kLm},
      {"--threads", "N", "Threads that compute; by default half the cores, at least one", Target::kLm},
      {"--lm-slots", "N", "Replies that are generated at the same time", Target::kLm},
      {"--lm-ctx", "N", "Positions of one slot: prompt and reply together", Target::kLm},
      {"--kv-dtype", "TYPE", "How keys and values are stored: f32, f16 or int8", Target::kLm},
      {"--queue-depth", "N", "Requests that may wait for a slot before new ones get 503", Target::kLm},
      {"--reasoning-format", "NAME", "Where <think> text goes: deepseek, deepseek-legacy or none", Target::kLm},
      {"--alias", "NAME", "Name of the model in the API; by default its file's", Target::kLm},
      {"--api-key", "[LABEL: ]KEY", "A key that clients must send; may be repeated", Target::kGateway},
      {"--api-key-file", "FILE", "Keys, one a line; read again on SIGHUP", Target::kGateway},
      {"--cors-origins", "LIST", "Pages that may call the API: *, localhost, or a list with commas", Target::kGateway},
      {"--models-open", "", "GET /v1/models without a key", Target::kGateway},
      {"--metrics-open", "", "GET /metrics without a key", Target::kGateway},
      {"--strict-model", "", "404 for requests that name another model", Target::kGateway},
      {"--max-body-mb", "N", "Largest request body, MiB", Target::kGateway},
      {"--max-conns", "N", "Most open connections", Target::kGateway},
      {"--timeout", "SECONDS", "Longest time for a request that is no stream", Target::kGateway},
      {"--log-format", "NAME", "text or json", Target::kBoth},
  };
  return flags;
}

std::vector<Program> PlanPrograms(const StackConfig& config, const InstallPaths& paths) {
  std::vector<Program> programs;
  Program gateway = {"gateway",
                     {paths.gateway, absl::StrCat("--host=", config.host), absl::StrCat("--port=", config.port)}};
  if (!config.lm.empty()) {
    const std::string address = absl::StrCat("unix:", config.lm_socket);
    Program lm = {"lm", {paths.lm_service, absl::StrCat("--lm=", config.lm), absl::StrCat("--listen=", address)}};
    AppendForwarded(config, Target::kLm, lm.argv);
    programs.push_back(lm);
    gateway.argv.push_back(absl::StrCat("--lm-target=", address));
  }
  AppendForwarded(config, Target::kGateway, gateway.argv);
  programs.push_back(gateway);
  return programs;
}

}  // namespace ferro
