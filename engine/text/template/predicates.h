// The tests: `value is name(arguments)`.
//
// boolean callable defined divisibleby eq equalto even false filter float ge greaterthan gt in integer iterable le
// lessthan lower lt mapping ne none number odd sameas sequence string test true undefined upper and the operators == !=
// < <= > >= (in `select` and its kin).
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_PREDICATES_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_PREDICATES_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/runtime.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

using Predicate = absl::StatusOr<bool> (*)(Runtime& runtime, const Value& input, const CallArgs& arguments);

// nullptr if there is no test of that name.
Predicate FindPredicate(absl::string_view name);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_PREDICATES_H_
