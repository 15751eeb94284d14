// Pictures and sounds in a /v1/systemone request: the members `files`, `images` and `videos`, and parts of chat
// messages in the state.
#ifndef FERRO_ROUTER_SYSTEMONE_MEDIA_FIELDS_H_
#define FERRO_ROUTER_SYSTEMONE_MEDIA_FIELDS_H_

#include "absl/status/status.h"
#include "base/json.h"

namespace ferro::router {

// OK if `request`, an object with a `state`, carries no media. kInvalidArgument: media that no server takes; the checks
// and their order are llama.cpp's. kUnimplemented: sound ones. What the bytes are is not looked at.
absl::Status RefuseMedia(const Json& request);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_SYSTEMONE_MEDIA_FIELDS_H_
