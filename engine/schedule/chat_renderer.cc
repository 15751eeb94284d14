#include "engine/schedule/chat_renderer.h"

#include "absl/memory/memory.h"
#include "absl/strings/match.h"
#include "base/status_macros.h"
#include "engine/text/template/chat_prompt.h"

namespace ferro {

absl::StatusOr<std::unique_ptr<ChatRenderer>> ChatRenderer::Load(const Metadata& metadata, const Tokenizer& tokenizer,
                                                                 ContentParts content_parts,
                                                                 bool write_lost_tool_calls) {
  FERRO_ASSIGN_OR_RETURN(const absl::string_view source, metadata.GetStringOr("tokenizer.chat_template", ""));
  auto renderer = absl::WrapUnique(new ChatRenderer);
  renderer->source_ = std::string(source);
  renderer->template_ = LoadedTemplate::Load(source);
  renderer->content_parts_ = content_parts;
  renderer->write_lost_tool_calls_ = write_lost_tool_calls;
  renderer->bos_text_ = std::string(tokenizer.TokenText(tokenizer.bos_id()));
  renderer->eos_text_ = std::string(tokenizer.TokenText(tokenizer.eos_id()));
  renderer->add_bos_ = tokenizer.add_bos();
  renderer->add_eos_ = tokenizer.add_eos();
  return renderer;
}

absl::StatusOr<RenderedPrompt> ChatRenderer::Render(const ChatInput& chat) const {
  ChatRequest request;
  request.messages_json = chat.messages_json;
  request.tools_json = chat.tools_json;
  request.kwargs_json = chat.template_kwargs_json;
  request.add_generation_prompt = chat.add_generation_prompt;
  request.continue_final_message = chat.continue_final_message;
  request.content_parts = content_parts_;
  request.write_lost_tool_calls = write_lost_tool_calls_;
  request.bos_text = bos_text_;
  request.eos_text = eos_text_;
  request.add_bos = add_bos_;
  request.add_eos = add_eos_;
  FERRO_ASSIGN_OR_RETURN(PreparedChat prepared, PrepareChat(*template_, request));
  return RenderedPrompt{std::move(prepared.prompt), prepared.in_reasoning, std::move(prepared.warnings)};
}

std::vector<std::pair<std::string, bool>> ChatRenderer::capabilities() const {
  const TemplateTraits& traits = template_->traits();
  const auto mentions = [this](const char* word) { return absl::StrContains(source_, word); };
  return {{"supports_tools", mentions("tools")},
          {"supports_tool_calls", traits.renders_tool_calls},
          {"supports_system_role", traits.renders_system},
          {"supports_parallel_tool_calls", traits.renders_tool_calls},
          {"supports_preserve_reasoning", mentions("keep_past_thinking") || mentions("preserve_thinking")},
          {"supports_string_content", true},
          {"supports_typed_content", traits.walks_content},
          {"supports_object_arguments", traits.argument_objects}};
}

}  // namespace ferro
