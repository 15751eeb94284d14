#include "services/lm/flags.h"

#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "services/common/device_limit_flags.h"

namespace ferro {
namespace {

// Turns words into values, and shows only the words in the help.
template <class T>
CLI::Validator Words(const std::map<std::string, T>& choices) {
  std::vector<std::string> words;
  for (const auto& [word, value] : choices) words.push_back(word);
  return CLI::Validator(
      [choices, words](std::string& word) {
        const auto choice = choices.find(word);
        if (choice == choices.end()) return absl::StrCat(word, " is none of ", absl::StrJoin(words, ", "));
        word = CLI::detail::value_string(choice->second);
        return std::string();
      },
      absl::StrCat("{", absl::StrJoin(words, ","), "}"));
}

template <class T>
void AddChoice(CLI::App& app, const std::string& name, T& value, const std::string& help,
               const std::map<std::string, T>& choices, const std::string& shown_default) {
  app.add_option(name, value, help)->transform(Words(choices))->type_name("WORD")->default_str(shown_default);
}

void AddDeviceFlags(CLI::App& app, BackendOptions& backend) {
  const std::string group = "Device";
  app.add_option("--device", backend.device, "auto, cpu, reference, opencl or opencl:N")
      ->capture_default_str()
      ->group(group);
  app.add_option("--isa", backend.isa, "instruction set of the cpu: auto, scalar, avx2, avx-vnni, avx512-vnni")
      ->capture_default_str()
      ->group(group);
  app.add_option("--threads", backend.threads, "compute threads; 0 = half the cores, at least one")
      ->capture_default_str()
      ->group(group);
  app.add_option("--pool-spin-us", backend.pool_spin_us,
                 "microseconds that an idle compute thread spins before it parks")
      ->capture_default_str()
      ->group(group);
  AddDeviceLimitFlags(app, backend, group);
}

void AddSamplingFlags(CLI::App& app, SamplingOverrides& sampling) {
  const std::string group =
      "Sampling defaults (a request may choose otherwise; unset: the model file's, else LiquidAI's)";
  app.add_option("--temp", sampling.temperature, "temperature; 0 = always the likeliest token")->group(group);
  app.add_option("--top-k", sampling.top_k, "likeliest tokens to choose from; 0 = all")->group(group);
  app.add_option("--top-p", sampling.top_p, "share of the probability to choose from; 1 = all")->group(group);
  app.add_option("--min-p", sampling.min_p, "least probability relative to the likeliest token; 0 = any")->group(group);
  app.add_option("--repeat-penalty", sampling.repetition_penalty, "divides the logits of repeated tokens; 1 = off")
      ->group(group);
  app.add_option("--repeat-last-n", sampling.repeat_last_n, "tokens that penalties look back: -1 = all, 0 = none")
      ->group(group);
  app.add_option("--penalty-scope", sampling.penalize_prompt, "what the repeat penalty counts: context or generated")
      ->transform(Words<bool>({{"context", true}, {"generated", false}}))
      ->type_name("WORD")
      ->group(group);
}

}  // namespace

void AddModelFlags(CLI::App& app, LanguageModelOptions& options) {
  AddDeviceFlags(app, options.backend);
  app.add_option("--lm-slots", options.slots, "sequences that run at the same time")->capture_default_str();
  app.add_option("--lm-ctx", options.context,
                 "context of one sequence in tokens, cut to what the model was trained for")
      ->capture_default_str();
  AddChoice<KvType>(app, "--kv-dtype", options.kv_type, "type of the stored keys and values",
                    {{"f32", KvType::kF32}, {"f16", KvType::kF16}, {"int8", KvType::kInt8}}, "f32");
  app.add_option("--prefill-slice", options.prefill_slice_tokens,
                 "most prompt tokens between two tokens of the running replies")
      ->capture_default_str();
  AddChoice<ReasoningFormat>(app, "--reasoning-format", options.reasoning_format,
                             "where <think> parts of chat replies go: auto, none (content), deepseek (apart), "
                             "deepseek-legacy (both)",
                             {{"auto", ReasoningFormat::kDeepseek},
                              {"none", ReasoningFormat::kNone},
                              {"deepseek", ReasoningFormat::kDeepseek},
                              {"deepseek-legacy", ReasoningFormat::kDeepseekLegacy}},
                             "auto");
  AddChoice<ContentParts>(app, "--content-parts", options.content_parts,
                          "how several text parts of a message reach the template",
                          {{"auto", ContentParts::kAuto},
                           {"join-newline", ContentParts::kJoinNewline},
                           {"as-array", ContentParts::kAsArray}},
                          "auto");
  app.add_flag("--write-lost-tool-calls", options.write_lost_tool_calls,
               "write past tool calls into the content where the chat template ignores them, as most of LFM2's do; "
               "otherwise the model does not see its own calls");
  app.add_option("--alias", options.alias, "name under which the model is served; default: the file's stem");
  AddSamplingFlags(app, options.sampling);
}

void AddLmFlags(CLI::App& app, LmFlags& flags) {
  app.add_option("--lm,--model", flags.model, "GGUF file of the language model")->required();
  app.add_option("--listen", flags.server.listen, "unix:/path or host:port; port 0 takes a free one")->required();
  AddModelFlags(app, flags.lm);
  app.add_option("--queue-depth", flags.lm.queue_depth, "requests that may wait for a slot; more are refused")
      ->capture_default_str();
  app.add_option("--drain-seconds", flags.drain_seconds, "time that running requests get after SIGTERM")
      ->capture_default_str();
  AddChoice<LogFormat>(app, "--log-format", flags.log_format, "text (key=value) or json, on standard error",
                       {{"text", LogFormat::kText}, {"json", LogFormat::kJson}}, "text");
  app.add_flag("--insecure-grpc", flags.server.insecure_grpc, "allow unencrypted calls from other machines");
  app.add_flag("--grpc-reflection", flags.server.reflection, "reflection also beyond unix sockets and loopback");
}

absl::Status ValidateLmFlags(const LmFlags& flags) {
  FERRO_RETURN_IF_ERROR(ParseListenAddress(flags.server.listen).status());
  if (!(flags.drain_seconds >= 0 && flags.drain_seconds <= 86400)) {
    return absl::InvalidArgumentError(absl::StrCat("--drain-seconds ", flags.drain_seconds, " is outside 0..86400"));
  }
  return ValidateOptions(flags.lm);
}

}  // namespace ferro
