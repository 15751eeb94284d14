#include "router/api/completion_fields.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "router/api/field_reader.h"
#include "router/api/mixed_prompt.h"

namespace ferro::router {
namespace {

using ferro::lm::v1::GenerateRequest;

absl::Status RefuseUnbuilt(const Json& body) {
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> echo, ReadBool(body, "echo"));
  if (echo.value_or(false)) return InvalidField("echo", "Field 'echo': not supported", kReasonUnsupported);
  FERRO_ASSIGN_OR_RETURN(const std::optional<std::string> suffix, ReadString(body, "suffix"));
  if (suffix && !suffix->empty()) return InvalidField("suffix", "Field 'suffix': not supported", kReasonUnsupported);
  FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> best_of, ReadInt(body, "best_of"));
  if (best_of && *best_of != 1)
    return InvalidField("best_of", "Field 'best_of': only 1 is supported", kReasonUnsupported);
  if (const Json* logprobs = FindField(body, "logprobs"); logprobs != nullptr && *logprobs != false) {
    if (!logprobs->is_boolean()) FERRO_RETURN_IF_ERROR(ReadInt(body, "logprobs", 0, 20).status());
    return InvalidField("logprobs", "Field 'logprobs': not supported yet", kReasonUnsupported);
  }
  return absl::OkStatus();
}

absl::StatusOr<GenerateRequest> TokenPrompt(const Json& value, const std::string& param) {
  GenerateRequest request;
  if (value.empty()) return InvalidField(param, absl::StrCat("'", param, "' must not be empty"));
  if (std::any_of(value.begin(), value.end(), [](const Json& item) { return item.is_string(); })) {
    FERRO_ASSIGN_OR_RETURN(*request.mutable_mixed(), ReadMixedPrompt(value, param));
    return request;
  }
  FERRO_ASSIGN_OR_RETURN(const std::vector<int32_t> ids, ReadTokenIds(value, param));
  request.mutable_tokens()->mutable_ids()->Add(ids.begin(), ids.end());
  return request;
}

absl::StatusOr<GenerateRequest> OnePrompt(const Json& value, const std::string& param) {
  if (value.is_array()) return TokenPrompt(value, param);
  if (!value.is_string()) return WrongType(param, "string or array", value);
  GenerateRequest request;
  request.set_text(value.get<std::string>());
  return request;
}

}  // namespace

absl::StatusOr<std::vector<GenerateRequest>> ReadPrompts(const Json& body) {
  FERRO_RETURN_IF_ERROR(RefuseUnbuilt(body));
  const Json* prompt = FindField(body, "prompt");
  if (prompt == nullptr) return InvalidField("prompt", "'prompt' is required", kReasonMissingField);
  std::vector<GenerateRequest> requests;
  // A number anywhere at the top makes the whole array one prompt.
  bool one = !prompt->is_array();
  if (!one) {
    if (prompt->empty()) return InvalidField("prompt", "'prompt' must not be empty");
    for (const Json& item : *prompt) one = one || item.is_number();
  }
  if (one) {
    FERRO_ASSIGN_OR_RETURN(GenerateRequest request, OnePrompt(*prompt, "prompt"));
    requests.push_back(std::move(request));
    return requests;
  }
  if (prompt->size() > kMaxPrompts) {
    return InvalidField("prompt",
                        absl::StrCat("'prompt': at most ", kMaxPrompts, " prompts, but got ", prompt->size()));
  }
  for (size_t i = 0; i < prompt->size(); ++i) {
    FERRO_ASSIGN_OR_RETURN(GenerateRequest request, OnePrompt((*prompt)[i], absl::StrCat("prompt[", i, "]")));
    requests.push_back(std::move(request));
  }
  return requests;
}

}  // namespace ferro::router
