// The shapes in which clients send what is to be embedded, as items of the embed service.
#ifndef FERRO_ROUTER_API_EMBED_INPUT_H_
#define FERRO_ROUTER_API_EMBED_INPUT_H_

#include <string>

#include "absl/status/status.h"
#include "base/json.h"
#include "ferro/embed/v1/embed.pb.h"

namespace ferro::router {

// Appends to `request` the items of `input`, which stands under the name `param`: a text; an array of token ids, which
// is one item; an object {"content": [parts]} or {"prompt_string": "...", "multimodal_data": []}; or an array of any of
// these. kInvalidArgument with the path of what is none of them, or is empty; kUnimplemented for media.
absl::Status ReadEmbedInput(const Json& input, const std::string& param, ferro::embed::v1::EmbedRequest* request);

// kInvalidArgument: the text or list of tokens that stands under the name `param` is empty.
absl::Status EmptyInput(const std::string& param);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_EMBED_INPUT_H_
