// The `messages` array of chat requests.
#ifndef FERRO_ROUTER_API_MESSAGE_FIELDS_H_
#define FERRO_ROUTER_API_MESSAGE_FIELDS_H_

#include "absl/status/statusor.h"
#include "base/json.h"

namespace ferro::router {

// The messages as templates expect them (see ReadChat). kInvalidArgument with the path of the field at fault.
absl::StatusOr<Json> ReadMessages(const Json& body);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_MESSAGE_FIELDS_H_
