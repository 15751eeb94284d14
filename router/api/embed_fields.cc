#include "router/api/embed_fields.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "router/api/embed_input.h"
#include "router/api/field_reader.h"

namespace ferro::router {
namespace {

absl::Status ReadTask(const Json& body, EmbedCall* call) {
  for (const char* name : {"task", "prompt_name", "input_type"}) {
    FERRO_ASSIGN_OR_RETURN(const std::optional<std::string> task, ReadString(body, name));
    if (!task || task->empty()) continue;
    call->task_field = name;
    call->request.set_prompt_name(*task);
    return absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::Status ReadNorm(const Json& body, EmbedCall* call) {
  FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> norm,
                         ReadInt(body, "embd_normalize", -1, std::numeric_limits<int32_t>::max()));
  if (!norm) return absl::OkStatus();
  if (*norm < 0) {
    return InvalidField("embd_normalize",
                        "'embd_normalize': -1 is not supported, since vectors of this server always have a length; "
                        "use 2 (Euclidean), 1, 0 or a larger p",
                        kReasonUnsupported);
  }
  call->request.set_normalize(static_cast<int32_t>(*norm));
  return absl::OkStatus();
}

absl::Status ReadFormat(const Json& body, EmbedCall* call) {
  FERRO_ASSIGN_OR_RETURN(const std::optional<std::string> format, ReadString(body, "encoding_format"));
  if (!format || *format == "float") return absl::OkStatus();
  if (*format != "base64") {
    return InvalidField("encoding_format", "The format to return the embeddings in. Can be either float or base64");
  }
  call->base64 = true;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<EmbedCall> ReadEmbedOptions(const Json& body) {
  EmbedCall call;
  FERRO_ASSIGN_OR_RETURN(const std::optional<std::string> model, ReadString(body, "model"));
  call.model = model.value_or("");
  FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> dimensions, ReadInt(body, "dimensions"));
  if (dimensions) call.request.set_dimensions(*dimensions);
  FERRO_RETURN_IF_ERROR(ReadNorm(body, &call));
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> truncate, ReadBool(body, "truncate"));
  call.request.set_truncate(truncate.value_or(false));
  FERRO_RETURN_IF_ERROR(ReadTask(body, &call));
  if (FindField(body, "image_data") != nullptr) {
    return InvalidField("image_data", "'image_data' is not supported: this server embeds text only",
                        kReasonUnsupported);
  }
  return call;
}

absl::StatusOr<EmbedCall> ReadEmbedCall(const Json& body) {
  FERRO_ASSIGN_OR_RETURN(EmbedCall call, ReadEmbedOptions(body));
  const Json* input = FindField(body, "input");
  call.input_field = "input";
  if (input == nullptr) {
    input = FindField(body, "content");
    if (input == nullptr) {
      return InvalidField("input", R"("input" or "content" must be provided)", kReasonMissingField);
    }
    call.input_field = "content";
    call.native = true;
  }
  FERRO_RETURN_IF_ERROR(ReadFormat(body, &call));
  FERRO_RETURN_IF_ERROR(ReadEmbedInput(*input, call.input_field, &call.request));
  return call;
}

bool HasTokens(const ferro::embed::v1::EmbedRequest& request) {
  return std::any_of(request.items().begin(), request.items().end(),
                     [](const auto& item) { return item.parts_size() > 0 && item.parts(0).has_tokens(); });
}

absl::Status InClientWords(const EmbedCall& call, int items, const absl::Status& status) {
  ErrorDetail detail = DetailOf(status);
  int item = 0;
  if (detail.param == "normalize") {
    detail.param = "embd_normalize";
  } else if (detail.param == "prompt_name") {
    if (!call.task_field.empty()) detail.param = call.task_field;
  } else if (detail.param == "items") {
    detail.param = call.input_field;
  } else if (std::sscanf(detail.param.c_str(), "items[%d]", &item) == 1) {
    if (!call.first_field.empty()) --item;
    detail.param = item < 0 ? call.first_field : absl::StrCat(call.input_field, "[", item, "]");
    if (items > 1) return WithDetail(Annotate(status, detail.param), detail);
    detail.param = call.input_field;
  }
  return WithDetail(status, detail);
}

}  // namespace ferro::router
