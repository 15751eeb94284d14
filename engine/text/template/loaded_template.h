// The chat template of a model, and what it does with a conversation.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_LOADED_TEMPLATE_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_LOADED_TEMPLATE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/chat_template.h"
#include "engine/text/template/value.h"

namespace ferro {

// Found by reading the source for markers and by rendering small conversations.
struct TemplateTraits {
  // "T1 (LFM2, tool-list markers)" and the like, for logs. Nothing depends on it.
  std::string variant;
  bool built_in = false;  // the model's own template could not be used
  // A `for` walks the list of content parts: the template takes lists. Otherwise it takes text.
  bool walks_content = false;
  bool renders_system = false;
  // Past tool calls of the assistant appear in the prompt.
  bool renders_tool_calls = false;
  // Arguments of tool calls are wanted as an object rather than as JSON text.
  bool argument_objects = false;
  bool mentions_think = false;  // the source contains "<think>"
};

// Immutable and thread-safe.
class LoadedTemplate {
 public:
  // Never fails: a `source` that is empty or cannot be parsed is replaced by a built-in template, chosen by the markers
  // that the source contains, and warnings() says so.
  static std::unique_ptr<LoadedTemplate> Load(absl::string_view source);

  const TemplateTraits& traits() const { return traits_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  absl::StatusOr<std::string> Render(const jinja::Value& variables) const { return template_->Render(variables); }

 private:
  LoadedTemplate() = default;

  std::unique_ptr<ChatTemplate> template_;
  TemplateTraits traits_;
  std::vector<std::string> warnings_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_LOADED_TEMPLATE_H_
