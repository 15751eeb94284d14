#include "services/lm/flags.h"

#include <string>

#include "base/status_macros.h"
#include "services/common/device_limit_flags.h"
#include "services/common/flag_words.h"

namespace ferro {
namespace {

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
  AddDeviceFlags(app, options.backend, "auto, cpu, reference, opencl or opencl:N");
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
  AddListenFlag(app, flags.process);
  AddModelFlags(app, flags.lm);
  app.add_option("--queue-depth", flags.lm.queue_depth, "requests that may wait for a slot; more are refused")
      ->capture_default_str();
  AddServingFlags(app, flags.process);
}

absl::Status ValidateLmFlags(const LmFlags& flags) {
  FERRO_RETURN_IF_ERROR(ValidateProcessFlags(flags.process));
  return ValidateOptions(flags.lm);
}

}  // namespace ferro
