// The texts that a file holds, one a line.
#ifndef FERRO_TOOLS_FERRO_EMBED_TEXTS_H_
#define FERRO_TOOLS_FERRO_EMBED_TEXTS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/json.h"

namespace ferro {

struct EmbedText {
  std::string text;
  Json id;  // null where the file gives none
};

// Each line is one text, empty ones too; a line end at the end of the file ends the last line. "\r\n" ends a line as
// "\n" does. With `jsonl` each line is JSON: a text, or an object with a `text` and perhaps an `id`; empty lines are
// left out. kInvalidArgument with the number of the line (from 1): not UTF-8, or no such JSON.
absl::StatusOr<std::vector<EmbedText>> ParseTexts(absl::string_view content, bool jsonl);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_EMBED_TEXTS_H_
