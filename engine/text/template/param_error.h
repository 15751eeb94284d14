// Errors that name the field of a request that is wrong.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_PARAM_ERROR_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_PARAM_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/error_detail.h"

namespace ferro {

// kInvalidArgument with the path of the field (messages[2].content[0].type) and a reason of base/error_detail.h.
inline absl::Status ParamError(absl::string_view param, absl::string_view message,
                               const std::string& reason = kReasonInvalidValue) {
  return InvalidField(std::string(param), absl::StrCat(param, ": ", message), reason);
}

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_PARAM_ERROR_H_
