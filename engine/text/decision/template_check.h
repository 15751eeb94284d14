// Whether the native prompt (layout.h) is the one that a model file's own template describes.
#ifndef FERRO_ENGINE_TEXT_DECISION_TEMPLATE_CHECK_H_
#define FERRO_ENGINE_TEXT_DECISION_TEMPLATE_CHECK_H_

#include <string>

#include "absl/strings/string_view.h"

namespace ferro {

enum class TemplateVerdict {
  kSame,       // the template renders the probes as this program does
  kUnknown,    // the template interpreter cannot run it
  kDifferent,  // it renders something else: answers may be worse than the model's makers intended
};

struct TemplateCheck {
  TemplateVerdict verdict = TemplateVerdict::kUnknown;
  std::string detail;  // for people; empty with kSame
};

// Renders probe requests of the three question types with `source` (tokenizer.chat_template.systemone) and compares
// them with PromptPieces. Never fails: the native prompt is used in any case.
TemplateCheck CheckSystemoneTemplate(absl::string_view source);

// One log line, a warning for kDifferent.
void LogTemplateCheck(const TemplateCheck& check);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_DECISION_TEMPLATE_CHECK_H_
