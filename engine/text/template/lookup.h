// a.b, a[b], a[b:c]: how Jinja finds attributes and items in its sandbox.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_LOOKUP_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_LOOKUP_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

// `object.name`: a method of Python's type first (so `message.items` is the method), then the key `name`, else
// undefined. kInvalidArgument: `object` is undefined.
absl::StatusOr<Value> Attribute(const Value& object, absl::string_view name);
// `object[index]`: the item first, then a method of that name, else undefined. kInvalidArgument: `object` is undefined.
absl::StatusOr<Value> Item(const Value& object, const Value& index);
// `object[start:stop:step]` of text, lists, tuples and ranges; each bound an integer or none (= not given).
absl::StatusOr<Value> Slice(const Value& object, const Value& start, const Value& stop, const Value& step);

// "'dict object' has no attribute 'x'": the undefined value of a failed look-up.
Value MissingAttribute(const Value& object, const Value& name);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_LOOKUP_H_
