#include "tools/ferro/up/stack.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

void AppendForwarded(const StackConfig& config, Targets target, std::vector<std::string>& argv) {
  for (const ForwardedFlag& flag : ForwardedFlags()) {
    const auto values = config.forwarded.find(flag.name);
    if (values == config.forwarded.end() || (flag.targets & target) == 0) continue;
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
       kToServices},
      {"--launch-ms", "MS", "Longest piece of work that the device gets at a time, estimated", kToServices},
      {"--lease", "WORD",
       "on: the models take turns on the device; off: the driver and the system share it out; auto: turns on a GPU, "
       "and where the threads of two models are more than there are cores",
       kToServices},
      {"--lease-file", "PATH", "Where they meet; by default a file in the folder of the sockets", kToServices},
      {"--queue-ms", "MS", "OpenCL: most work that waits in the device's queue, estimated; 0 = no bound", kToServices},
      {"--device-timeout", "SECONDS", "OpenCL: a driver call that lasts longer makes the service start again",
       kToServices},
      {"--isa", "NAME", "Instruction set of the cpu: auto, scalar, avx2, avx-vnni, avx512-vnni", kToServices},
      {"--threads", "N", "Threads that compute; by default half the cores, at least one", kToServices},
      {"--pool-spin-us", "N", "Microseconds that an idle thread spins before it sleeps", kToServices},
      {"--lm-slots", "N", "Replies that are generated at the same time", kToLm},
      {"--lm-ctx", "N", "Positions of one slot: prompt and reply together", kToLm},
      {"--kv-dtype", "TYPE", "How keys and values are stored: f32, f16 or int8", kToLm},
      {"--prefill-slice", "N", "Most prompt tokens between two tokens of the running replies", kToLm},
      {"--decision-batch", "N", "Tokens of a pass that questions of several requests share", kToDecide},
      {"--max-questions", "N", "Most questions of one call for decisions", kToDecide},
      {"--max-tokens", "N", "Most tokens of one call for decisions, over all its questions", kToDecide},
      {"--embed-batch", "N", "Tokens of a pass that inputs of several requests for embeddings share", kToEmbed},
      {"--hetero", "", "The processor computes embeddings along with the GPU: see docs/embeddings.md", kToEmbed},
      {"--hetero-share", "PERCENT", "Of the tokens of a pass, how many the processor gets", kToEmbed},
      {"--max-inputs", "N", "Most inputs of one call for embeddings", kToEmbed},
      {"--max-input-tokens", "N", "Most tokens of one call for embeddings, over all its inputs", kToEmbed},
      {"--queue-depth", "N", "Requests that may wait for a slot or a pass before new ones get 503", kToServices},
      {"--alias", "NAME", "Name of the language model in the API; by default its file's", kToLm},
      {"--reasoning-format", "NAME", "Where <think> text goes: auto, deepseek, deepseek-legacy or none", kToLm},
      {"--content-parts", "NAME", "How text parts reach the template: auto, join-newline or as-array", kToLm},
      {"--write-lost-tool-calls", "", "Show the model its past tool calls where the chat template ignores them", kToLm},
      {"--temp", "T", "Temperature of requests that give none; 0 = the likeliest token", kToLm},
      {"--top-k", "N", "Likeliest tokens to choose from; 0 = all", kToLm},
      {"--top-p", "P", "Share of the probability to choose from; 1 = all", kToLm},
      {"--min-p", "P", "Least probability relative to the likeliest token; 0 = any", kToLm},
      {"--repeat-penalty", "P", "Divides the logits of repeated tokens; 1 = off", kToLm},
      {"--repeat-last-n", "N", "Tokens that penalties look back: -1 = all, 0 = none", kToLm},
      {"--penalty-scope", "NAME", "What the repeat penalty counts: context or generated", kToLm},
      {"--api-key", "[LABEL: ]KEY", "A key that clients must send, as ferro-gateway has it; may be repeated",
       kToGateway},
      {"--api-key-file", "FILE", "Keys, one a line; read again on SIGHUP", kToGateway},
      {"--models-open", "", "GET /v1/models without a key", kToGateway},
      {"--metrics-open", "", "GET /metrics without a key", kToGateway},
      {"--metrics-compat", "LIST", "Metrics also under other servers' names: llamacpp, vllm", kToGateway},
      {"--strict-model", "", "404 for requests that name another model", kToGateway},
      {"--model-alias", "NAME", "A further name of the model; may be repeated", kToGateway},
      {"--reject-token-input", "", "400 for token ids in place of texts to embed", kToGateway},
      {"--cors-origins", "LIST", "Pages that may call the API: *, none, or localhost and origins, with commas",
       kToGateway},
      {"--cors-methods", "LIST", "Methods that such pages may use", kToGateway},
      {"--cors-headers", "LIST", "Headers that such pages may send", kToGateway},
      {"--cors-credentials", "", "Such pages may send credentials", kToGateway},
      {"--sse-ping-interval", "SECONDS", "Silence in a stream after which a comment is sent; -1 = never", kToGateway},
      {"--accept-gzip", "", "Request bodies may be compressed by gzip or deflate", kToGateway},
      {"--max-body-mb", "N", "Largest request body, MiB", kToGateway},
      {"--max-inflight-body-mb", "N", "All request bodies held at once, MiB", kToGateway},
      {"--max-conns", "N", "Most open connections", kToGateway},
      {"--max-conns-per-peer", "N", "Most open connections of one address", kToGateway},
      {"--header-timeout", "SECONDS", "Time for the headers of a request", kToGateway},
      {"--body-timeout", "SECONDS", "Time for the body of a request", kToGateway},
      {"--write-timeout", "SECONDS", "Time that a client may take no byte of its answer", kToGateway},
      {"--keepalive-timeout", "SECONDS", "Time that an idle connection is kept", kToGateway},
      {"--timeout", "SECONDS", "Longest time for a request that is no stream", kToGateway},
      {"--drain-seconds", "SECONDS", "Time that running requests get when Ferro is stopped", kToAll},
      {"--log-format", "NAME", "text or json", kToAll},
  };
  return flags;
}

std::vector<Program> PlanPrograms(const StackConfig& config, const InstallPaths& paths) {
  std::vector<Program> programs;
  Program gateway = {"gateway",
                     {paths.gateway, absl::StrCat("--host=", config.host), absl::StrCat("--port=", config.port)}};
  const auto add_service = [&](const char* name, const std::string& path, const std::string& model,
                               const std::string& socket, Targets target) {
    if (model.empty()) return;
    const std::string address = absl::StrCat("unix:", socket);
    Program service = {name, {path, absl::StrCat("--", name, "=", model), absl::StrCat("--listen=", address)}};
    AppendForwarded(config, target, service.argv);
    programs.push_back(std::move(service));
    gateway.argv.push_back(absl::StrCat("--", name, "-target=", address));
  };
  add_service("lm", paths.lm_service, config.lm, config.lm_socket, kToLm);
  add_service("decide", paths.decide_service, config.decide, config.decide_socket, kToDecide);
  add_service("embed", paths.embed_service, config.embed, config.embed_socket, kToEmbed);
  AppendForwarded(config, kToGateway, gateway.argv);
  programs.push_back(std::move(gateway));
  return programs;
}

}  // namespace ferro
