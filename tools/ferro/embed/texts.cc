#include "tools/ferro/embed/texts.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/utf8.h"

namespace ferro {
namespace {

absl::StatusOr<EmbedText> ParseLine(absl::string_view line) {
  absl::StatusOr<Json> json = ParseJson(line);
  if (!json.ok()) return json.status();
  EmbedText text;
  if (json->is_string()) {
    text.text = json->get<std::string>();
    return text;
  }
  if (!json->is_object() || !json->contains("text") || !(*json)["text"].is_string()) {
    return absl::InvalidArgumentError("expected a text in quotes, or an object with a \"text\"");
  }
  text.text = (*json)["text"].get<std::string>();
  if (json->contains("id")) text.id = (*json)["id"];
  return text;
}

}  // namespace

absl::StatusOr<std::vector<EmbedText>> ParseTexts(absl::string_view content, bool jsonl) {
  std::vector<EmbedText> texts;
  absl::ConsumeSuffix(&content, "\n");
  if (content.empty()) return texts;
  int64_t number = 0;
  for (absl::string_view line : absl::StrSplit(content, '\n')) {
    ++number;
    absl::ConsumeSuffix(&line, "\r");
    const auto wrong = [number](absl::string_view why) {
      return absl::InvalidArgumentError(absl::StrCat("line ", number, ": ", why));
    };
    if (!jsonl) {
      if (!IsValidUtf8(line)) return wrong("not UTF-8");
      texts.push_back({std::string(line), Json()});
    } else if (!line.empty()) {
      absl::StatusOr<EmbedText> text = ParseLine(line);
      if (!text.ok()) return wrong(text.status().message());
      texts.push_back(*std::move(text));
    }
  }
  return texts;
}

}  // namespace ferro
