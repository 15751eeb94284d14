#include <iostream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/schedule/decision/decision_engine.h"
#include "router/systemone/request.h"
#include "router/systemone/response.h"
#include "services/decide/convert.h"
#include "services/decide/flags.h"
#include "tools/ferro/command.h"
#include "tools/ferro/model_kind.h"
#include "tools/ferro/read_text.h"

namespace ferro {
namespace {

struct DecideCommandFlags {
  std::string model;
  std::string request;
  bool dump_prompts = false;
  bool quiet = false;
  DecisionOptions options;
};

// A line for each question: what the model would see.
std::string PromptLines(const DecisionRequest& request, const std::vector<std::vector<DecisionPrompt>>& prompts,
                        const DecisionEngine& engine) {
  std::string lines;
  for (size_t i = 0; i < prompts.size(); ++i) {
    for (size_t j = 0; j < prompts[i].size(); ++j) {
      const DecisionPrompt& prompt = prompts[i][j];
      const Json line = {{"request", i},
                         {"id", request.items[i].questions[j].id},
                         {"text", engine.PromptText(prompt)},
                         {"tokens", prompt.tokens},
                         {"markers", prompt.markers}};
      absl::StrAppend(&lines, DumpJson(line), "\n");
    }
  }
  return lines;
}

int64_t InputTokens(const DecisionReply& reply) {
  int64_t tokens = 0;
  for (const std::vector<AnsweredQuestion>& of_item : reply.items) {
    for (const AnsweredQuestion& question : of_item) tokens += question.input_tokens;
  }
  return tokens;
}

absl::Status Decide(const DecideCommandFlags& flags) {
  FERRO_RETURN_IF_ERROR(CheckModelFile(flags.model, ModelKind::kDecide));
  FERRO_ASSIGN_OR_RETURN(const std::string body, ReadText(flags.request));
  FERRO_ASSIGN_OR_RETURN(const router::SystemoneCall call, router::ParseSystemone(body));
  FERRO_ASSIGN_OR_RETURN(const DecisionRequest request, FromProto(call.request));
  DecisionOptions options = flags.options;
  if (flags.dump_prompts) options.backend.device = kNullDevice;
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<DecisionEngine> engine, DecisionEngine::Load(flags.model, options));
  if (flags.dump_prompts) {
    FERRO_ASSIGN_OR_RETURN(const std::vector<std::vector<DecisionPrompt>> prompts, engine->BuildPrompts(request));
    std::cout << PromptLines(request, prompts, *engine);
    return absl::OkStatus();
  }
  FERRO_ASSIGN_OR_RETURN(const DecisionReply reply, engine->Decide(request));
  router::SystemoneResponseOptions response;
  response.model = engine->info().id;
  FERRO_ASSIGN_OR_RETURN(const std::string json,
                         router::SystemoneResponse(call, ToProto(call.request, reply, nullptr), response));
  std::cout << json << "\n";
  if (flags.quiet) return absl::OkStatus();
  const double seconds = reply.timings.compute_ms / 1e3;
  const int64_t tokens = InputTokens(reply);
  std::cerr << absl::StrFormat("[%s; %d tokens in %.3f s, %.0f tok/s]\n", engine->info().device, tokens, seconds,
                               seconds > 0 ? static_cast<double>(tokens) / seconds : 0);
  return absl::OkStatus();
}

}  // namespace

void AddDecideCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<DecideCommandFlags>();
  CLI::App* command = app.add_subcommand("decide", "Answer typed questions with a decision model, without a server");
  command->add_option("--d1,--decide,--model", flags->model, "GGUF file of the decision model")
      ->type_name("FILE")
      ->required();
  command->add_option("--request", flags->request, "A request as for /v1/systemone, or an array of them, JSON")
      ->type_name("FILE|-")
      ->required();
  command->add_flag("--dump-prompts", flags->dump_prompts,
                    "Instead of answers what the model would see, a line of JSON for each question");
  command->add_flag("--quiet", flags->quiet, "No statistics on standard error");
  AddDecisionFlags(*command, flags->options);
  command->footer(
      "Prints what POST /v1/systemone would answer.\n\n"
      "Examples:\n"
      "  ferro decide --d1 d1-omni-600M-Q8_0.gguf --request ticket.json\n"
      "  echo '{\"state\": \"I was charged twice.\", \"questions\": {\"refund\": {\"type\": \"noul\",\n"
      "    \"instructions\": \"Is a refund asked for?\"}}}' | ferro decide --d1 d1.gguf --request -");
  command->callback([flags, &outcome] { outcome = Decide(*flags); });
}

}  // namespace ferro
