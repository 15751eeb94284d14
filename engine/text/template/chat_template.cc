#include "engine/text/template/chat_template.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/interpreter.h"
#include "engine/text/template/parser.h"

namespace ferro {

absl::StatusOr<std::unique_ptr<ChatTemplate>> ChatTemplate::Parse(absl::string_view source) {
  absl::StatusOr<jinja::Ast> ast = jinja::Parse(source);
  if (!ast.ok()) return Annotate(ast.status(), "chat template");
  return std::unique_ptr<ChatTemplate>(new ChatTemplate(*std::move(ast)));
}

absl::StatusOr<std::string> ChatTemplate::Render(const jinja::Value& variables, absl::Time now) const {
  if (!variables.is_mapping()) return absl::InvalidArgumentError("the variables of a chat template must be a mapping");
  jinja::Interpreter::Options options;
  options.now = now;
  absl::StatusOr<std::string> text = jinja::Interpreter(ast_, variables, options).Run();
  if (!text.ok()) return Annotate(text.status(), "chat template");
  return text;
}

bool ChatTemplate::WalksList(const jinja::Value& variables, const jinja::Value& list) const {
  bool walked = false;
  jinja::Interpreter::Options options;
  options.now = absl::UnixEpoch();
  options.traced = &list.sequence();
  options.walked = &walked;
  // An error ends the rendering; what was walked until then counts.
  (void)jinja::Interpreter(ast_, variables, options).Run().status();
  return walked;
}

}  // namespace ferro
