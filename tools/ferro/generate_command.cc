#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/schedule/lm_engine.h"
#include "tools/ferro/command.h"
#include "tools/ferro/engine_flags.h"
#include "tools/ferro/generate/printer.h"
#include "tools/ferro/model_kind.h"
#include "tools/ferro/read_text.h"

namespace ferro {
namespace {

struct GenerateFlags {
  EngineFlags engine;
  std::string prompt;
  std::string system;
  std::string messages;
  bool raw = false;
  bool stream = false;
  bool quiet = false;
  int max_tokens = -1;
  int context = 4096;
  std::vector<std::string> stop;
  std::string reasoning_format = "deepseek";
  SamplingOverrides sampling;
};

ReasoningFormat ParseReasoning(const std::string& name) {
  return name == "none" ? ReasoningFormat::kNone : ReasoningFormat::kDeepseek;
}

// A file of messages is an array, or an object with "messages" and perhaps "tools", as a request to a server has them.
absl::StatusOr<ChatInput> ReadChat(const std::string& path) {
  FERRO_ASSIGN_OR_RETURN(const std::string text, ReadText(path));
  absl::StatusOr<Json> json = ParseJson(text);
  if (!json.ok()) return Annotate(json.status(), path);
  ChatInput chat;
  if (json->is_object() && json->contains("messages")) {
    chat.messages_json = DumpJson((*json)["messages"]);
    if (json->contains("tools")) chat.tools_json = DumpJson((*json)["tools"]);
  } else {
    chat.messages_json = DumpJson(*json);
  }
  return chat;
}

absl::StatusOr<LmRequest> BuildRequest(const GenerateFlags& flags) {
  LmRequest request;
  request.sampling = flags.sampling;
  request.max_tokens = flags.max_tokens;
  request.stop = flags.stop;
  if (flags.raw) {
    request.input = TextInput{flags.prompt};
    return request;
  }
  if (!flags.messages.empty()) {
    FERRO_ASSIGN_OR_RETURN(request.input, ReadChat(flags.messages));
    return request;
  }
  Json messages = Json::array();
  if (!flags.system.empty()) messages.push_back({{"role", "system"}, {"content", flags.system}});
  messages.push_back({{"role", "user"}, {"content", flags.prompt}});
  ChatInput chat;
  chat.messages_json = DumpJson(messages);
  request.input = chat;
  return request;
}

absl::Status Generate(const GenerateFlags& flags) {
  if (flags.engine.model.empty())
    return absl::InvalidArgumentError("generate needs --lm FILE; ferro fetch --list shows models to download");
  FERRO_ASSIGN_OR_RETURN(const LmRequest request, BuildRequest(flags));
  FERRO_RETURN_IF_ERROR(CheckModelFile(flags.engine.model, ModelKind::kLm));
  LanguageModelOptions options;
  options.backend = flags.engine.backend;
  options.slots = 1;
  options.context = flags.context;
  options.kv_type = flags.engine.kv_type();
  options.reasoning_format = ParseReasoning(flags.reasoning_format);
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<LanguageModel> lm, LanguageModel::Load(flags.engine.model, options));
  const auto printer = std::make_shared<ReplyPrinter>(std::cout, std::cerr, flags.stream);
  FERRO_RETURN_IF_ERROR(lm->Generate(request, printer).status());
  FERRO_ASSIGN_OR_RETURN(const FinishedEvent finished, printer->Wait());
  for (const std::string& warning : finished.warnings) std::cerr << "warning: " << warning << "\n";
  if (!flags.quiet) std::cerr << "[" << lm->info().device << "; " << StatisticsLine(finished) << "]\n";
  return absl::OkStatus();
}

}  // namespace

void AddGenerateCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<GenerateFlags>();
  CLI::App* command = app.add_subcommand("generate", "Answer one prompt, without a server");
  AddEngineFlags(*command, flags->engine);
  CLI::Option_group* input = command->add_option_group("prompt", "What to answer");
  input->add_option("--prompt", flags->prompt, "A message of the user")->type_name("TEXT");
  input->add_option("--messages", flags->messages, "A JSON array of messages, or an object with messages and tools")
      ->type_name("FILE|-");
  input->require_option(1);
  command->add_option("--system", flags->system, "System message before --prompt")->type_name("TEXT");
  command->add_flag("--raw", flags->raw, "Continue --prompt as it is, without the chat template");
  command->add_option("--n-predict", flags->max_tokens, "Most tokens to generate; -1 = until the context is full")
      ->check(CLI::Range(-1, 1 << 24));
  command->add_option("--lm-ctx", flags->context, "Positions for prompt and answer together")
      ->check(CLI::Range(1, 1 << 24));
  command->add_option("--stop", flags->stop, "End the answer before this text; may be repeated")->type_name("TEXT");
  command->add_flag("--stream", flags->stream, "Show the answer while it grows");
  command->add_flag("--quiet", flags->quiet, "No statistics on standard error");
  command
      ->add_option("--reasoning-format", flags->reasoning_format,
                   "deepseek: reasoning goes to standard error; none: it stays in the answer")
      ->check(CLI::IsMember({"deepseek", "none"}));

  SamplingOverrides& sampling = flags->sampling;
  command->add_option("--temp,--temperature", sampling.temperature, "0 = always the likeliest token");
  command->add_option("--top-k", sampling.top_k, "Choose among the k likeliest tokens; 0 = all");
  command->add_option("--top-p", sampling.top_p, "Choose among the likeliest tokens of this share together");
  command->add_option("--min-p", sampling.min_p, "Drop tokens below this share of the likeliest one");
  command->add_option("--repeat-penalty", sampling.repetition_penalty, "1 = off");
  command->add_option("--repeat-last-n", sampling.repeat_last_n, "Tokens that the penalty looks back; -1 = all");
  command->add_option("--seed", sampling.seed, "Equal seeds give equal answers; -1 = random");
  command->add_flag("--ignore-eos", sampling.ignore_eos, "Go on past the end of the answer");
  command->footer(
      "Only the answer goes to standard output. Sampling that is not given follows the model's recommendation.\n\n"
      "Examples:\n"
      "  ferro generate --lm model.gguf --prompt \"Why is the sky blue?\" --stream\n"
      "  ferro generate --lm model.gguf --messages chat.json --temp 0 --n-predict 200");
  command->callback([flags, &outcome] { outcome = Generate(*flags); });
}

}  // namespace ferro
