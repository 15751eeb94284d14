// Fields of chat and completion requests that other servers act on and this one does not.
#ifndef FERRO_ROUTER_API_UNBUILT_FIELDS_H_
#define FERRO_ROUTER_API_UNBUILT_FIELDS_H_

#include "absl/status/status.h"
#include "base/json.h"

namespace ferro::router {

// Refuses those that would change the answer: choices, biases, constraints, samplers. A value that asks for nothing (a
// sampler turned off, an empty list) passes, since many clients send every field they know. kInvalidArgument
// with the field.
absl::Status RefuseUnbuilt(const Json& body);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_UNBUILT_FIELDS_H_
