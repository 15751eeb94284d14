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
      {"--device", "NAME", "What computes: auto, cpu, reference, opencl or opencl:N; ferro devices lists them",
       Target::kLm},
      {"--launch-ms", "MS", "OpenCL: longest piece of work that the device gets at a time, estimated", Target::kLm},
      {"--queue-ms", "MS", "OpenCL: most work that waits in the device's queue, estimated; 0 = no bound", Target::kLm},
      {"--device-timeout", "SECONDS", "OpenCL: a driver call that lasts longer makes the service start again",
       Target::kLm},
      {"--isa", "NAME", "Instruction set of the cpu: auto, scalar, avx2, avx-vnni, avx512-vnni", Target::kLm},
      {"--threads", "N", "Threads that compute; by default half the cores, at least one", Target::kLm},
      {"--pool-spin-us", "N", "Microseconds that an idle thread spins before it sleeps", Target::kLm},
      {"--lm-slots", "N", "Replies that are generated at the same time", Target::kLm},
      {"--lm-ctx", "N", "Positions of one slot: prompt and reply together", Target::kLm},
      {"--kv-dtype", "TYPE", "How keys and values are stored: f32, f16 or int8", Target::kLm},
      {"--prefill-slice", "N", "Most prompt tokens between two tokens of the running replies", Target::kLm},
      {"--queue-depth", "N", "Requests that may wait for a slot before new ones get 503", Target::kLm},
      {"--alias", "NAME", "Name of the model in the API; by default its file's", Target::kLm},
      {"--reasoning-format", "NAME", "Where <think> text goes: auto, deepseek, deepseek-legacy or none", Target::kLm},
      {"--content-parts", "NAME", "How text parts reach the template: auto, join-newline or as-array", Target::kLm},
      {"--write-lost-tool-calls", "", "Show the model its past tool calls where the chat template ignores them",
       Target::kLm},
      {"--temp", "T", "Temperature of requests that give none; 0 = the likeliest token", Target::kLm},
      {"--top-k", "N", "Likeliest tokens to choose from; 0 = all", Target::kLm},
      {"--top-p", "P", "Share of the probability to choose from; 1 = all", Target::kLm},
      {"--min-p", "P", "Least probability relative to the likeliest token; 0 = any", Target::kLm},
      {"--repeat-penalty", "P", "Divides the logits of repeated tokens; 1 = off", Target::kLm},
      {"--repeat-last-n", "N", "Tokens that penalties look back: -1 = all, 0 = none", Target::kLm},
      {"--penalty-scope", "NAME", "What the repeat penalty counts: context or generated", Target::kLm},
      {"--api-key", "[LABEL: ]KEY", "A key that clients must send, as ferro-gateway has it; may be repeated",
       Target::kGateway},
      {"--api-key-file", "FILE", "Keys, one a line; read again on SIGHUP", Target::kGateway},
      {"--models-open", "", "GET /v1/models without a key", Target::kGateway},
      {"--metrics-open", "", "GET /metrics without a key", Target::kGateway},
      {"--metrics-compat", "LIST", "Metrics also under other servers' names: llamacpp, vllm", Target::kGateway},
      {"--strict-model", "", "404 for requests that name another model", Target::kGateway},
      {"--model-alias", "NAME", "A further name of the model; may be repeated", Target::kGateway},
      {"--cors-origins", "LIST", "Pages that may call the API: *, localhost, or a list with commas", Target::kGateway},
      {"--cors-methods", "LIST", "Methods that such pages may use", Target::kGateway},
      {"--cors-headers", "LIST", "Headers that such pages may send", Target::kGateway},
      {"--cors-credentials", "", "Such pages may send credentials", Target::kGateway},
      {"--sse-ping-interval", "SECONDS", "Silence in a stream after which a comment is sent; -1 = never",
       Target::kGateway},
      {"--accept-gzip", "", "Request bodies may be compressed by gzip or deflate", Target::kGateway},
      {"--max-body-mb", "N", "Largest request body, MiB", Target::kGateway},
      {"--max-inflight-body-mb", "N", "All request bodies held at once, MiB", Target::kGateway},
      {"--max-conns", "N", "Most open connections", Target::kGateway},
      {"--max-conns-per-peer", "N", "Most open connections of one address", Target::kGateway},
      {"--header-timeout", "SECONDS", "Time for the headers of a request", Target::kGateway},
      {"--body-timeout", "SECONDS", "Time for the body of a request", Target::kGateway},
      {"--write-timeout", "SECONDS", "Time that a client may take no byte of its answer", Target::kGateway},
      {"--keepalive-timeout", "SECONDS", "Time that an idle connection is kept", Target::kGateway},
      {"--timeout", "SECONDS", "Longest time for a request that is no stream", Target::kGateway},
      {"--drain-seconds", "SECONDS", "Time that running requests get when Ferro is stopped", Target::kBoth},
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
