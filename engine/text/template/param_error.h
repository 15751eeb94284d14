// Errors that name the field of a request that is wrong.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_PARAM_ERROR_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_PARAM_ERROR_H_

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace ferro {

// The payload of a status under this URL is the path of the field: messages[2].content[0].type
inline constexpr char kParamPayload[] = "ferro/param";

inline absl::Status ParamError(absl::string_view param, absl::string_view message) {
  absl::Status status = absl::InvalidArgumentError(absl::StrCat(param, ": ", message));
  status.SetPayload(kParamPayload, absl::Cord(param));
  return status;
}

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_PARAM_ERROR_H_
