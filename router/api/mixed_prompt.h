// Arrays of texts and token ids, llama.cpp's way of splicing ids into a text: ["a text", 12, 34, "more"].
#ifndef FERRO_ROUTER_API_MIXED_PROMPT_H_
#define FERRO_ROUTER_API_MIXED_PROMPT_H_

#include <string>

#include "absl/status/statusor.h"
#include "base/json.h"
#include "ferro/lm/v1/lm.pb.h"

namespace ferro::router {

// `value` is an array; neighbouring ids become one part. kInvalidArgument names the item (`param[i]`) that is neither a
// string nor a token id.
absl::StatusOr<ferro::lm::v1::MixedPrompt> ReadMixedPrompt(const Json& value, const std::string& param);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_MIXED_PROMPT_H_
