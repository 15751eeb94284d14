#include "services/lm/convert.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "services/common/convert.h"

namespace ferro {
namespace {

SamplingOverrides SamplingFromProto(const lm::v1::Sampling& from) {
  SamplingOverrides to;
  if (from.has_temperature()) to.temperature = from.temperature();
  if (from.has_top_k()) to.top_k = from.top_k();
  if (from.has_top_p()) to.top_p = from.top_p();
  if (from.has_min_p()) to.min_p = from.min_p();
  if (from.has_repetition_penalty()) to.repetition_penalty = from.repetition_penalty();
  if (from.has_repeat_last_n()) to.repeat_last_n = from.repeat_last_n();
  if (from.has_penalize_prompt()) to.penalize_prompt = from.penalize_prompt();
  if (from.has_frequency_penalty()) to.frequency_penalty = from.frequency_penalty();
  if (from.has_presence_penalty()) to.presence_penalty = from.presence_penalty();
  if (from.has_seed()) to.seed = from.seed();
  to.ignore_eos = from.ignore_eos();
  return to;
}

absl::Status SetPrompt(const lm::v1::GenerateRequest& from, LmRequest& to) {
  switch (from.prompt_case()) {
    case lm::v1::GenerateRequest::kChat:
      to.input = FromProto(from.chat());
      return absl::OkStatus();
    case lm::v1::GenerateRequest::kText:
      to.input = TextInput{from.text()};
      return absl::OkStatus();
    case lm::v1::GenerateRequest::kTokens:
      to.input = TokensInput{{from.tokens().ids().begin(), from.tokens().ids().end()}};
      return absl::OkStatus();
    case lm::v1::GenerateRequest::kMixed:
      to.input = FromProto(from.mixed());
      return absl::OkStatus();
    case lm::v1::GenerateRequest::PROMPT_NOT_SET:
      break;
  }
  return InvalidField("prompt", "the request has no prompt: set one of chat, text, tokens and mixed",
                      kReasonMissingField);
}

absl::Status SetReasoningFormat(lm::v1::ReasoningFormat from, LmRequest& to) {
  switch (from) {
    case lm::v1::REASONING_FORMAT_UNSPECIFIED:
      return absl::OkStatus();
    case lm::v1::REASONING_FORMAT_NONE:
      to.reasoning_format = ReasoningFormat::kNone;
      return absl::OkStatus();
    case lm::v1::REASONING_FORMAT_DEEPSEEK:
      to.reasoning_format = ReasoningFormat::kDeepseek;
      return absl::OkStatus();
    case lm::v1::REASONING_FORMAT_DEEPSEEK_LEGACY:
      to.reasoning_format = ReasoningFormat::kDeepseekLegacy;
      return absl::OkStatus();
    default:
      return InvalidField("reasoning_format",
                          absl::StrCat("reasoning_format ", static_cast<int>(from), " is unknown to this server"));
  }
}

void Fill(const Usage& from, common::v1::Usage* to) {
  to->set_prompt_tokens(from.prompt_tokens);
  to->set_cached_tokens(from.cached_tokens);
  to->set_completion_tokens(from.completion_tokens);
  to->set_reasoning_tokens(from.reasoning_tokens);
}

void Fill(const Timings& from, common::v1::Timings* to) {
  to->set_queue_ms(from.queue_ms);
  to->set_tokenize_ms(from.tokenize_ms);
  to->set_prompt_ms(from.prompt_ms);
  to->set_predicted_ms(from.predicted_ms);
  to->set_ttft_ms(from.ttft_ms);
}

void Fill(const SamplingParams& from, common::v1::SamplingValues* to) {
  to->set_temperature(from.temperature);
  to->set_top_k(from.top_k);
  to->set_top_p(from.top_p);
  to->set_min_p(from.min_p);
  to->set_repetition_penalty(from.repetition_penalty);
  to->set_repeat_last_n(from.repeat_last_n);
  to->set_frequency_penalty(from.frequency_penalty);
  to->set_presence_penalty(from.presence_penalty);
  to->set_seed(from.seed);
}

lm::v1::FinishReason ReasonToProto(FinishReason reason) {
  switch (reason) {
    case FinishReason::kStop:
      return lm::v1::FINISH_REASON_STOP;
    case FinishReason::kLength:
      return lm::v1::FINISH_REASON_LENGTH;
    case FinishReason::kToolCalls:
      return lm::v1::FINISH_REASON_TOOL_CALLS;
  }
  return lm::v1::FINISH_REASON_UNSPECIFIED;
}

}  // namespace

ChatInput FromProto(const lm::v1::Chat& from) {
  ChatInput to;
  to.messages_json = from.messages_json();
  to.tools_json = from.tools_json();
  to.template_kwargs_json = from.template_kwargs_json();
  if (from.has_add_generation_prompt()) to.add_generation_prompt = from.add_generation_prompt();
  to.continue_final_message = from.continue_final_message();
  return to;
}

MixedInput FromProto(const lm::v1::MixedPrompt& mixed) {
  MixedInput to;
  for (const lm::v1::PromptPart& part : mixed.parts()) {
    if (part.has_tokens()) {
      to.parts.emplace_back(std::vector<int32_t>(part.tokens().ids().begin(), part.tokens().ids().end()));
    } else {
      to.parts.emplace_back(part.text());
    }
  }
  return to;
}

absl::StatusOr<LmRequest> FromProto(const lm::v1::GenerateRequest& from) {
  LmRequest to;
  FERRO_RETURN_IF_ERROR(SetPrompt(from, to));
  FERRO_RETURN_IF_ERROR(SetReasoningFormat(from.reasoning_format(), to));
  to.sampling = SamplingFromProto(from.sampling());
  if (from.has_max_tokens()) to.max_tokens = from.max_tokens();
  to.stop.assign(from.stop().begin(), from.stop().end());
  to.stop_token_ids.assign(from.stop_token_ids().begin(), from.stop_token_ids().end());
  if (from.has_thinking_budget()) to.thinking_budget = from.thinking_budget();
  to.return_tokens = from.return_tokens();
  to.return_progress = from.return_progress();
  to.choice = from.choice();
  to.request_id = from.request_id();
  if (from.has_parallel_tool_calls()) to.parallel_tool_calls = from.parallel_tool_calls();
  return to;
}

lm::v1::GenerateResponse ToProto(const StartedEvent& event) {
  lm::v1::GenerateResponse response;
  lm::v1::Started* started = response.mutable_started();
  started->set_prompt_tokens(event.prompt_tokens);
  started->set_cached_tokens(event.cached_tokens);
  started->set_seed(event.seed);
  started->set_slot(event.slot);
  return response;
}

lm::v1::GenerateResponse ToProto(const ProgressEvent& event) {
  lm::v1::GenerateResponse response;
  lm::v1::Progress* progress = response.mutable_progress();
  progress->set_total_tokens(event.total_tokens);
  progress->set_cached_tokens(event.cached_tokens);
  progress->set_processed_tokens(event.processed_tokens);
  progress->set_time_ms(event.time_ms);
  return response;
}

lm::v1::GenerateResponse ToProto(const DeltaEvent& event) {
  lm::v1::GenerateResponse response;
  lm::v1::Delta* delta = response.mutable_delta();
  delta->set_content(event.content);
  delta->set_reasoning(event.reasoning);
  for (const ToolCall& call : event.calls) {
    lm::v1::ToolCall* to = delta->add_tool_calls();
    to->set_index(call.index);
    to->set_name(call.name);
    to->set_arguments_json(call.arguments);
  }
  delta->mutable_tokens()->Add(event.tokens.begin(), event.tokens.end());
  Fill(event.usage, delta->mutable_usage());
  Fill(event.timings, delta->mutable_timings());
  return response;
}

lm::v1::GenerateResponse ToProto(const FinishedEvent& event) {
  lm::v1::GenerateResponse response;
  lm::v1::Finished* finished = response.mutable_finished();
  finished->set_reason(ReasonToProto(event.reason));
  Fill(event.usage, finished->mutable_usage());
  Fill(event.timings, finished->mutable_timings());
  for (const std::string& warning : event.warnings) finished->add_warnings(warning);
  finished->set_stop_text(event.stop_text);
  return response;
}

common::v1::ModelInfo ToProto(const LanguageModelInfo& from) {
  common::v1::ModelInfo to = ToProto(from.file);
  to.set_id(from.id);
  to.set_vocabulary(from.vocabulary);
  to.set_context(from.context);
  to.set_slots(from.slots);
  to.set_device(from.device);
  to.set_fingerprint(from.fingerprint);
  to.set_chat_template(from.chat_template);
  to.set_template_variant(from.template_variant);
  for (const auto& [name, can] : from.template_capabilities) (*to.mutable_template_capabilities())[name] = can;
  to.set_bos_text(from.bos_text);
  to.set_eos_text(from.eos_text);
  Fill(from.sampling, to.mutable_sampling_defaults());
  to.mutable_sampling_defaults()->set_seed(-1);
  to.set_prefill_slice_tokens(from.prefill_slice_tokens);
  to.set_loaded_at(absl::ToUnixSeconds(from.loaded_at));
  return to;
}

admin::v1::Plan ToProto(const MemoryEstimate& from) {
  admin::v1::Plan to;
  to.set_weights_bytes(from.weights);
  to.set_sequence_state_bytes(from.sequence_state);
  to.set_total_bytes(from.total());
  return to;
}

admin::v1::Stats ToProto(const SchedulerStats& from, int context) {
  admin::v1::Stats to;
  to.set_draining(from.draining);
  to.set_queue_length(from.queue_length);
  to.set_queue_depth(from.queue_depth);
  for (const SlotStats& slot : from.slots) {
    admin::v1::Slot* added = to.add_slots();
    added->set_id(slot.id);
    added->set_state(slot.state);
    added->set_prompt_tokens(slot.prompt_tokens);
    added->set_processed_tokens(slot.processed_tokens);
    added->set_cached_tokens(slot.cached_tokens);
    added->set_generated_tokens(slot.generated_tokens);
    added->set_remaining_tokens(slot.remaining_tokens);
    added->set_age_ms(slot.age_ms);
    added->set_request_id(slot.request_id);
    added->set_task(slot.task);
    added->set_context(context);
    if (slot.sampling) Fill(*slot.sampling, added->mutable_sampling());
  }
  to.set_prompt_tokens(from.prompt_tokens);
  to.set_cached_prompt_tokens(from.cached_prompt_tokens);
  to.set_generated_tokens(from.generated_tokens);
  to.set_steps(from.steps);
  *to.mutable_batch_rows() = ToProto(from.batch_rows);
  *to.mutable_batch_tokens() = ToProto(from.batch_tokens);
  to.set_prefill_seconds(from.prefill_seconds);
  to.set_decode_seconds(from.decode_seconds);
  to.set_prefill_tokens_per_second(from.prefill_tokens_per_second);
  to.set_decode_tokens_per_second(from.decode_tokens_per_second);
  to.mutable_finished()->insert(from.finished.begin(), from.finished.end());
  to.mutable_cancelled()->insert(from.cancelled.begin(), from.cancelled.end());
  to.set_mean_service_s(from.mean_service_s);
  return to;
}

}  // namespace ferro
