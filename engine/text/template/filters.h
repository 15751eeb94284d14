// The filters: `value | name(arguments)`.
//
// Text: capitalize default d e escape indent lower replace safe string title tojson trim upper
// Numbers: abs float int round
// Collections: count dictsort first items join last length list map max min reject rejectattr reverse select selectattr
// sort sum unique
// `safe` and `escape` return plain text: there is no automatic escaping to switch off.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_FILTERS_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_FILTERS_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/runtime.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

using Filter = absl::StatusOr<Value> (*)(Runtime& runtime, const Value& input, const CallArgs& arguments);

// nullptr if there is no filter of that name.
Filter FindFilter(absl::string_view name);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_FILTERS_H_
