// The global functions: namespace, range, dict, raise_exception, strftime_now.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_FUNCTIONS_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_FUNCTIONS_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/runtime.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

// Undefined if there is no function of that name.
Value GlobalFunction(absl::string_view name);
// raise_exception ends in kInvalidArgument with the template's message.
absl::StatusOr<Value> CallGlobal(Runtime& runtime, absl::string_view name, const CallArgs& arguments);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_FUNCTIONS_H_
