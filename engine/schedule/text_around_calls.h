// Lays out the content of a reply in which calls of tools stand.
#ifndef FERRO_ENGINE_SCHEDULE_TEXT_AROUND_CALLS_H_
#define FERRO_ENGINE_SCHEDULE_TEXT_AROUND_CALLS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace ferro {

// White space around calls is dropped, and text after them begins on a line of its own. Content of a reply without
// calls stays as it is. The output depends on the text only, never on how it is cut into pieces. Thread-compatible.
class TextAroundCalls {
 public:
  // Appends what `text` makes certain to `content`: white space waits for what follows it.
  void Push(absl::string_view text, std::string& content);
  // Calls stand here.
  void Break();
  // The end of the reply: appends what was held back.
  void Flush(std::string& content);

 private:
  std::string space_;      // white space that is content only if text follows
  bool begun_ = false;     // there was content
  bool own_line_ = false;  // there were calls since
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_TEXT_AROUND_CALLS_H_
