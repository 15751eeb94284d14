// How a client's JSON values become prompt text. User text can never form a special token `<|name|>`: such matches are
// disarmed, in keys too. The rendering of JSON is llama.cpp's (`tojson` of its template engine), which the models of
// this family are served with elsewhere. Everything here is linear in the value and pure.
#ifndef FERRO_ENGINE_TEXT_DECISION_PROMPT_TEXT_H_
#define FERRO_ENGINE_TEXT_DECISION_PROMPT_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "base/json.h"

namespace ferro {

// `<|NAME|>` with NAME of letters, digits and underscores becomes `<¦NAME¦>` (U+00A6), in one pass from the left.
std::string DisarmSpecials(absl::string_view text);

// A string that stands for itself: DisarmSpecials, and `<<d1omni:` loses its colon to a space, as in llama.cpp, where
// that text marks pieces of the prompt.
std::string DisarmText(absl::string_view text);

// A string is its DisarmText; anything else is JSON in one line:
// - separators ", " and ": ", keys in order, strings without escapes beyond those that JSON demands;
// - integers in 64 bits (unsigned ones above the signed range wrap), other numbers as printf's %g;
// - string values as DisarmText, keys as DisarmSpecials; if two keys of an object become equal, the later value takes
//   the earlier place.
// `value` is nested at most kMaxDecisionJsonDepth deep (question.h).
std::string PromptText(const Json& value);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_DECISION_PROMPT_TEXT_H_
