#include "router/systemone/media_fields.h"

#include <cstddef>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/status_macros.h"

namespace ferro::router {
namespace {

constexpr int kMaxFiles = 8;

// The string that `value` is, or nothing that a data URL could start with.
absl::string_view TextOf(const Json* value) {
  return value != nullptr && value->is_string() ? value->get_ref<const std::string&>() : absl::string_view();
}

const Json* Find(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

// Counts what a request carries, entry by entry.
class MediaCheck {
 public:
  absl::Status CheckList(const Json& request, const char* name) {
    const Json* const list = Find(request, name);
    if (list == nullptr || list->is_null()) return absl::OkStatus();
    if (!list->is_array()) return absl::InvalidArgumentError(absl::StrCat("\"", name, "\" must be an array"));
    for (const Json& entry : *list) FERRO_RETURN_IF_ERROR(CheckDataUrl(&entry));
    return absl::OkStatus();
  }

  // A state that looks like chat messages: an array, or an object with an array `messages`.
  absl::Status CheckState(const Json& state) {
    const Json* const messages = state.is_array() ? &state : Find(state, "messages");
    if (messages == nullptr || !messages->is_array()) return absl::OkStatus();
    for (const Json& message : *messages) {
      const Json* const content = Find(message, "content");
      if (content == nullptr || !content->is_array()) continue;
      for (const Json& part : *content) FERRO_RETURN_IF_ERROR(CheckPart(part));
    }
    return absl::OkStatus();
  }

  int files() const { return files_; }

 private:
  absl::Status CheckPart(const Json& part) {
    const absl::string_view type = TextOf(Find(part, "type"));
    const Json* const image = Find(part, "image_url");
    if (type == "image_url" && image != nullptr) return CheckDataUrl(image->is_object() ? Find(*image, "url") : image);
    const Json* const audio = Find(part, "input_audio");
    if (type == "input_audio" && audio != nullptr) return CheckAudio(*audio);
    return absl::OkStatus();
  }

  absl::Status CheckDataUrl(const Json* value) {
    const absl::string_view url = TextOf(value);
    if (!absl::StartsWith(url, "data:")) {
      return absl::InvalidArgumentError(
          "images must be data URLs (data:image/...;base64,... or data:audio/...;base64,...)");
    }
    if (++files_ > kMaxFiles) {
      return absl::InvalidArgumentError(absl::StrCat("too many images, the maximum is ", kMaxFiles));
    }
    const size_t comma = url.find(',');
    if (comma == absl::string_view::npos || url.find(',', comma + 1) != absl::string_view::npos) {
      return absl::InvalidArgumentError("Invalid uri-encoded base64 value");
    }
    const absl::string_view format = url.substr(0, comma);
    if (!absl::StartsWith(format, "data:image/") && !absl::StartsWith(format, "data:audio/") &&
        !absl::StartsWith(format, "data:video/")) {
      return absl::InvalidArgumentError(absl::StrCat("Invalid uri format: ", format));
    }
    if (!absl::EndsWith(format, "base64")) return absl::InvalidArgumentError("uri must be base64 encoded");
    return absl::OkStatus();
  }

  absl::Status CheckAudio(const Json& audio) {
    const Json* data = Find(audio, "data");
    if (data == nullptr) data = Find(audio, "url");
    const absl::string_view text = TextOf(data);
    if (data == nullptr || !data->is_string() || absl::StartsWith(text, "http") || absl::StartsWith(text, "file://")) {
      return absl::InvalidArgumentError("audio must be base64 data");
    }
    if (++files_ > kMaxFiles) {
      return absl::InvalidArgumentError(absl::StrCat("too many media files, the maximum is ", kMaxFiles));
    }
    return absl::OkStatus();
  }

  int files_ = 0;
};

}  // namespace

absl::Status RefuseMedia(const Json& request) {
  const Json* const videos = Find(request, "videos");
  if (videos != nullptr && !videos->is_null() && !(videos->is_structured() && videos->empty())) {
    return absl::InvalidArgumentError("\"videos\" is not supported");
  }
  MediaCheck check;
  FERRO_RETURN_IF_ERROR(check.CheckList(request, "files"));
  FERRO_RETURN_IF_ERROR(check.CheckList(request, "images"));
  FERRO_RETURN_IF_ERROR(check.CheckState(request.at("state")));
  if (check.files() == 0) return absl::OkStatus();
  return absl::UnimplementedError(
      "This server does not support image input for decisions. For a model that supports it, start it with `--mmproj`");
}

}  // namespace ferro::router
