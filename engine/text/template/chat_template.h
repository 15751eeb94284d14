// A chat template: Jinja source, as it comes with a model, that turns a conversation into the prompt text.
//
//   ASSIGN_OR_RETURN(auto chat_template, ChatTemplate::Parse(source));
//   ASSIGN_OR_RETURN(jinja::Value variables, jinja::ValueFromJson(R"({"messages": [...]})"));
//   ASSIGN_OR_RETURN(std::string prompt, chat_template->Render(variables));
//
// The output equals, byte for byte, that of Jinja2 in the set-up of Hugging Face transformers: sandbox, trim_blocks,
// lstrip_blocks, break and continue, `generation` blocks, raise_exception, strftime_now, and a tojson that is Python's
// json.dumps without ASCII escapes. What Jinja2 knows beyond filters.h, predicates.h, methods.h and functions.h and the
// statements set, if, for, macro, call, filter, with, raw is refused: statements, filters and tests when parsing,
// methods when they are called. Differences that remain: integers are computed in 64 bits, text formatting (`%`,
// str.format) is refused, `safe` marks nothing, the condition of `for ... if` is evaluated for all items before the
// first iteration, and attributes of numbers do not exist.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_CHAT_TEMPLATE_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_CHAT_TEMPLATE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/text/template/ast.h"
#include "engine/text/template/value.h"

namespace ferro {

// Immutable: any thread may call Render at any time. Costs are bounded, see limits.h.
class ChatTemplate {
 public:
  // kInvalidArgument: syntax errors and templates beyond the limits. kUnimplemented: constructs that this interpreter
  // does not know. The message has the line and names the construct.
  static absl::StatusOr<std::unique_ptr<ChatTemplate>> Parse(absl::string_view source);

  // `variables`: a mapping from names to values. `now` is what strftime_now shows, in local time.
  // kInvalidArgument: an error while running, a limit passed, or raise_exception with the template's own message;
  // kUnimplemented: an unknown method. The message begins with the line.
  absl::StatusOr<std::string> Render(const jinja::Value& variables, absl::Time now = absl::Now()) const;

  // Renders and tells whether a `for` statement walks `list`, one of the lists in `variables`. Errors count as "not
  // from here on": what was seen before them is reported.
  bool WalksList(const jinja::Value& variables, const jinja::Value& list) const;

 private:
  explicit ChatTemplate(jinja::Ast ast) : ast_(std::move(ast)) {}

  const jinja::Ast ast_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_CHAT_TEMPLATE_H_
