// Methods of text, lists, mappings and `loop`.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_METHODS_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_METHODS_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/runtime.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

// kUnimplemented for methods that Python has and this interpreter does not.
absl::StatusOr<Value> CallMethod(Runtime& runtime, const Value& self, absl::string_view name,
                                 const CallArgs& arguments);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_METHODS_H_
