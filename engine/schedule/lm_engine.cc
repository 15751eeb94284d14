#include "engine/schedule/lm_engine.h"

#include <algorithm>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/kernels/ops/kv_format_name.h"
#include "engine/models/load.h"
#include "engine/schedule/leased_model.h"
#include "engine/schedule/seed.h"
#include "engine/text/tool_calls/call_list.h"

namespace ferro {
namespace {

// The tag that opens the reasoning part is at most seven tokens, white space around it a few more.
constexpr size_t kOpeningTokens = 16;

// A prompt pass and a decode pass, one with logits and one whose token the device chooses: touches every weight and
// buffer once, so that the first request is as fast as the next.
absl::Status WarmUp(CausalModel& model) {
  FERRO_RETURN_IF_ERROR(model.ResetSlot(0));
  const int32_t token = 0;
  SequenceStep step = {0, 0, absl::MakeConstSpan(&token, 1), RowRole::kPrefill, /*wants_logits=*/true};
  FERRO_RETURN_IF_ERROR(model.Forward({&step, 1}).status());
  step.start_position = 1;
  step.role = RowRole::kDecode;
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<ChosenTokens> chosen, model.ForwardGreedy({&step, 1}));
  FERRO_RETURN_IF_ERROR(chosen->Wait().status());
  return model.ResetSlot(0);
}

absl::StatusOr<LoadedModel> LoadOnto(const GgufFile& file, const LanguageModelOptions& options, LateLease& lease) {
  FERRO_ASSIGN_OR_RETURN(OpenedDevice device, OpenDevice(options.backend, lease));
  LoadedModel loaded;
  CausalModelOptions model_options;
  model_options.slots = options.slots;
  model_options.context = options.context;
  model_options.kv_type = options.kv_type;
  model_options.max_prefill_rows = options.prefill_slice_tokens;
  model_options.progress = options.progress;
  FERRO_ASSIGN_OR_RETURN(loaded.model, LoadCausalModel(file, *device.backend, model_options));
  loaded.backend = std::move(device.backend);
  loaded.lease = std::move(device.lease);
  if (loaded.lease != nullptr) {
    loaded.model = std::make_unique<LeasedModel>(std::move(loaded.model), *loaded.backend, loaded.lease);
  }
  if (absl::Status warm = WarmUp(*loaded.model); !warm.ok()) return Annotate(warm, "the warm-up pass failed");
  return loaded;
}

// An empty array is the same as no tools.
bool HasTools(const ChatInput& chat) {
  const absl::StatusOr<Json> tools = ParseJson(chat.tools_json);
  return tools.ok() && tools->is_array() && !tools->empty();
}

SamplerVocabulary VocabularyOf(const Tokenizer& tokenizer) {
  SamplerVocabulary vocabulary;
  vocabulary.size = tokenizer.vocab_size();
  for (int32_t id = 0; id < vocabulary.size; ++id) {
    if (tokenizer.IsEndOfGeneration(id)) vocabulary.end_of_generation.push_back(id);
  }
  return vocabulary;
}

}  // namespace

absl::StatusOr<std::unique_ptr<LanguageModel>> LanguageModel::Load(const std::string& path,
                                                                   const LanguageModelOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateOptions(options));
  Parts parts;
  FERRO_ASSIGN_OR_RETURN(parts.file, GgufFile::Open(path));
  FERRO_ASSIGN_OR_RETURN(parts.tokenizer, TokenizerOf(*parts.file));
  absl::StatusOr<std::unique_ptr<ChatRenderer>> chat =
      ChatRenderer::Load(*parts.file, *parts.tokenizer, options.content_parts, options.write_lost_tool_calls);
  if (!chat.ok()) return Annotate(chat.status(), path);
  parts.chat = *std::move(chat);
  LanguageModelOptions chosen = options;
  const auto load = [file = parts.file.get()](const LanguageModelOptions& with, LateLease& lease) {
    return LoadOnto(*file, with, lease);
  };
  FERRO_RETURN_IF_ERROR(LoadParts(load, chosen, parts));
  return Create(std::move(parts), chosen);
}

absl::StatusOr<std::unique_ptr<LanguageModel>> LanguageModel::Create(Parts parts, const LanguageModelOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateOptions(options));
  absl::StatusOr<SamplingOverrides> recommended = ReadSamplingDefaults(*parts.file);
  if (!recommended.ok()) return Annotate(recommended.status(), parts.file->path());
  auto lm = absl::WrapUnique(new LanguageModel(std::move(parts), options));
  lm->sampling_ = lm->new_info().sampling = WithOverrides(WithOverrides({}, *recommended), options.sampling);
  SchedulerOptions scheduler;
  scheduler.queue_depth = options.queue_depth;
  scheduler.prefill_slice_tokens = options.prefill_slice_tokens;
  scheduler.vocabulary = VocabularyOf(lm->tokenizer());
  scheduler.recover = lm->Recovery();
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Scheduler> running, Scheduler::Create(lm->model(), scheduler));
  lm->Start(std::move(running));
  return lm;
}

LanguageModel::LanguageModel(Parts parts, const LanguageModelOptions& options)
    : EngineOf(std::move(parts), options, absl::StrCat("-kv-", KvFormatName(options.kv_type))),
      memory_(EstimateMemory(file(), options.slots, options.context, options.kv_type)) {
  const ChatRenderer& chat = *this->parts().chat;
  LanguageModelInfo& info = new_info();
  info.context = model().context();
  info.slots = model().slots();
  info.chat_template = chat.source();
  info.template_variant = chat.variant();
  info.template_capabilities = chat.capabilities();
  info.bos_text = std::string(tokenizer().TokenText(tokenizer().bos_id()));
  info.eos_text = std::string(tokenizer().TokenText(tokenizer().eos_id()));
  info.prefill_slice_tokens = options.prefill_slice_tokens;
}

absl::StatusOr<RequestId> LanguageModel::Generate(const LmRequest& request, std::shared_ptr<GenerationSink> sink) {
  GenerationRequest generation;
  generation.sampling = WithOverrides(sampling_, request.sampling);
  FERRO_RETURN_IF_ERROR(ValidateSampling(generation.sampling));
  if (!request.sampling.seed || *request.sampling.seed == -1) generation.sampling.seed = DrawSeed();
  ReplyOptions reply;
  reply.stop = request.stop;
  std::erase(reply.stop, "");
  FERRO_RETURN_IF_ERROR(ValidateStopTexts(reply.stop));
  if (request.thinking_budget < -1) {
    return InvalidField("thinking_budget", absl::StrCat("thinking_budget is ", request.thinking_budget,
                                                        "; it must be -1 (no limit) or a number of tokens"));
  }

  const Clock::time_point begin = Clock::now();
  FERRO_ASSIGN_OR_RETURN(Prompt prompt, BuildPrompt(request));
  generation.tokenize_ms = SecondsBetween(begin, Clock::now()) * 1e3;
  reply.reasoning = request.reasoning_format;
  if (!reply.reasoning && prompt.is_chat) reply.reasoning = options().reasoning_format;
  // A raw prompt and its reply are one text: nothing of the prompt is repeated.
  if (!prompt.is_chat && reply.reasoning == ReasoningFormat::kNone) reply.reasoning.reset();
  reply.opened_reasoning = std::move(prompt.opened_reasoning);
  reply.in_reasoning = prompt.in_reasoning;
  if (const auto* chat = std::get_if<ChatInput>(&request.input); chat != nullptr && HasTools(*chat)) {
    reply.tool_calls = {SoleParametersOf(chat->tools_json), request.parallel_tool_calls};
  }

  generation.prompt = std::move(prompt.ids);
  generation.max_tokens = request.max_tokens;
  generation.stop_token_ids = request.stop_token_ids;
  if (reply.reasoning && request.thinking_budget >= 0) {
    generation.thinking_budget = request.thinking_budget;
    FERRO_ASSIGN_OR_RETURN(generation.closing_tokens,
                           Tokenize(kThinkClose, /*add_special=*/false, /*parse_special=*/true));
  }
  generation.warnings = std::move(prompt.warnings);
  generation.reply = std::make_unique<Reply>(tokenizer(), std::move(reply));
  generation.return_tokens = request.return_tokens;
  generation.return_progress = request.return_progress;
  generation.choice = request.choice;
  generation.request_id = request.request_id;
  generation.arrival = begin;
  return runner().Submit(std::move(generation), std::move(sink));
}

absl::StatusOr<LanguageModel::Prompt> LanguageModel::BuildPrompt(const LmRequest& request) const {
  Prompt prompt;
  if (const auto* chat = std::get_if<ChatInput>(&request.input)) {
    FERRO_ASSIGN_OR_RETURN(RenderedPrompt rendered, ApplyTemplate(*chat));
    FERRO_ASSIGN_OR_RETURN(prompt.ids, Tokenize(rendered.text, /*add_special=*/true, /*parse_special=*/true));
    prompt.opened_reasoning = OpenedReasoning(rendered.text);
    prompt.in_reasoning = rendered.in_reasoning;
    prompt.warnings = std::move(rendered.warnings);
    prompt.is_chat = true;
  } else if (const auto* text = std::get_if<TextInput>(&request.input)) {
    FERRO_ASSIGN_OR_RETURN(prompt.ids, Tokenize(text->text, /*add_special=*/true, /*parse_special=*/true));
    prompt.opened_reasoning = OpenedReasoning(text->text);
  } else {
    if (const auto* mixed = std::get_if<MixedInput>(&request.input)) {
      FERRO_ASSIGN_OR_RETURN(prompt.ids, TokenizeMixed(*mixed, /*add_special=*/true, /*parse_special=*/true));
    } else {
      prompt.ids = std::get<TokensInput>(request.input).ids;
    }
    const size_t tail = std::min(prompt.ids.size(), kOpeningTokens);
    prompt.opened_reasoning =
        OpenedReasoning(tokenizer().DecodeAll(absl::MakeConstSpan(prompt.ids).last(tail), /*show_special=*/true));
  }
  return prompt;
}

absl::StatusOr<std::vector<int32_t>> LanguageModel::Tokenize(absl::string_view text, bool add_special,
                                                             bool parse_special) const {
  EncodeOptions encode;
  encode.add_special = add_special;
  encode.parse_special = parse_special;
  return tokenizer().Encode(text, encode);
}

absl::StatusOr<std::vector<int32_t>> LanguageModel::TokenizeMixed(const MixedInput& mixed, bool add_special,
                                                                  bool parse_special) const {
  std::vector<int32_t> ids;
  for (size_t i = 0; i < mixed.parts.size(); ++i) {
    if (const auto* text = std::get_if<std::string>(&mixed.parts[i])) {
      FERRO_ASSIGN_OR_RETURN(const std::vector<int32_t> part, Tokenize(*text, add_special && i == 0, parse_special));
      ids.insert(ids.end(), part.begin(), part.end());
      continue;
    }
    for (const int32_t id : std::get<std::vector<int32_t>>(mixed.parts[i])) {
      if (id < 0 || id >= tokenizer().vocab_size()) {
        return absl::InvalidArgumentError(
            absl::StrCat("token id ", id, " is outside the vocabulary of ", tokenizer().vocab_size()));
      }
      ids.push_back(id);
    }
  }
  return ids;
}

absl::StatusOr<std::vector<int32_t>> LanguageModel::TokenizeChat(const ChatInput& chat) const {
  FERRO_ASSIGN_OR_RETURN(const RenderedPrompt rendered, ApplyTemplate(chat));
  return Tokenize(rendered.text, /*add_special=*/true, /*parse_special=*/true);
}

std::string LanguageModel::TokenBytes(int32_t id) const {
  std::string bytes;
  tokenizer().AppendBytes(id, /*show_special=*/true, &bytes);
  return bytes;
}

absl::StatusOr<std::string> LanguageModel::Detokenize(absl::Span<const int32_t> ids) const {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= 0 && ids[i] < tokenizer().vocab_size()) continue;
    return InvalidField(absl::StrCat("tokens[", i, "]"),
                        absl::StrCat("tokens[", i, "] is ", ids[i], "; ids are 0 to ", tokenizer().vocab_size() - 1));
  }
  return tokenizer().DecodeAll(ids, /*show_special=*/true);
}

std::vector<std::string> LanguageModel::warnings() const {
  std::vector<std::string> all = file().warnings();
  all.insert(all.end(), parts().chat->warnings().begin(), parts().chat->warnings().end());
  return all;
}

}  // namespace ferro
