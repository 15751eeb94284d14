#include "router/api/embed_input.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "router/api/field_reader.h"

namespace ferro::router {
namespace {

using ferro::embed::v1::EmbedItem;
using ferro::embed::v1::EmbedRequest;

// Stands for a medium inside a prompt_string.
constexpr char kMediaMarker[] = "<__media__>";

absl::Status NoMedia() {
  return absl::UnimplementedError("this server embeds text only: images, audio and video are not supported");
}

absl::Status NotAnInput(const std::string& param, const Json& value) {
  return InvalidField(param,
                      absl::StrCat("'", param, "' must be a text, an array of token ids, or an object like ",
                                   R"({"content": [{"type": "text", "text": "..."}]}, but is )", value.type_name()));
}

bool IsTokenArray(const Json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const Json& element) { return element.is_number(); });
}

absl::Status ReadText(const Json& text, const std::string& param, EmbedItem* item) {
  if (!text.is_string()) return WrongType(param, "string", text);
  if (text.get_ref<const std::string&>().empty()) return EmptyInput(param);
  item->add_parts()->set_text(text.get<std::string>());
  return absl::OkStatus();
}

absl::Status ReadTokens(const Json& value, const std::string& param, EmbedItem* item) {
  if (value.empty()) return EmptyInput(param);
  FERRO_ASSIGN_OR_RETURN(const std::vector<int32_t> ids, ReadTokenIds(value, param));
  item->add_parts()->mutable_tokens()->mutable_ids()->Add(ids.begin(), ids.end());
  return absl::OkStatus();
}

// {"content": [parts]}: texts are joined without anything between them.
absl::Status ReadContent(const Json& parts, const std::string& param, EmbedItem* item) {
  if (!parts.is_array()) return WrongType(param, "array", parts);
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::string path = absl::StrCat(param, "[", i, "]");
    if (!parts[i].is_object()) return WrongType(path, "object", parts[i]);
    FERRO_ASSIGN_OR_RETURN(const std::optional<std::string> type, ReadString(parts[i], "type"));
    if (type == "image_url" || type == "input_audio" || type == "input_video" || type == "video_url") return NoMedia();
    if (type != "text") {
      return InvalidField(absl::StrCat(path, ".type"), "unsupported content[].type; this server takes \"text\"",
                          kReasonUnsupported);
    }
    FERRO_ASSIGN_OR_RETURN(const std::optional<std::string> part, ReadString(parts[i], "text"));
    text += part.value_or("");
  }
  if (text.empty()) return EmptyInput(param);
  item->add_parts()->set_text(std::move(text));
  return absl::OkStatus();
}

// {"prompt_string": ..., "multimodal_data": [...]}: llama.cpp's own form.
absl::Status ReadPromptString(const Json& object, const std::string& param, EmbedItem* item) {
  const std::string path = absl::StrCat(param, ".prompt_string");
  if (const Json* data = FindField(object, "multimodal_data"); data != nullptr) {
    if (!data->is_array()) return WrongType(absl::StrCat(param, ".multimodal_data"), "array", *data);
    if (!data->empty()) return NoMedia();
  }
  const Json& text = object["prompt_string"];
  if (text.is_string() && text.get_ref<const std::string&>().find(kMediaMarker) != std::string::npos) {
    return InvalidField(path, absl::StrCat("'", path, "' has a media marker (", kMediaMarker, ") without its data"));
  }
  return ReadText(text, path, item);
}

absl::Status ReadItem(const Json& value, const std::string& param, EmbedItem* item) {
  if (value.is_string()) return ReadText(value, param, item);
  if (IsTokenArray(value)) return ReadTokens(value, param, item);
  if (!value.is_object()) return NotAnInput(param, value);
  if (value.contains("content")) return ReadContent(value["content"], absl::StrCat(param, ".content"), item);
  if (value.contains("prompt_string")) return ReadPromptString(value, param, item);
  return NotAnInput(param, value);
}

}  // namespace

absl::Status EmptyInput(const std::string& param) {
  return InvalidField(param, absl::StrCat(param, ": Input content cannot be empty"), kReasonMissingField);
}

absl::Status ReadEmbedInput(const Json& input, const std::string& param, EmbedRequest* request) {
  if (!input.is_array() || (IsTokenArray(input) && !input.empty())) return ReadItem(input, param, request->add_items());
  if (input.empty()) return InvalidField(param, absl::StrCat("\"", param, "\" must not be empty"), kReasonMissingField);
  for (size_t i = 0; i < input.size(); ++i) {
    FERRO_RETURN_IF_ERROR(ReadItem(input[i], absl::StrCat(param, "[", i, "]"), request->add_items()));
  }
  return absl::OkStatus();
}

}  // namespace ferro::router
