// The fields of /v1/completions that chat does not have: the prompt in its many shapes.
#ifndef FERRO_ROUTER_API_COMPLETION_FIELDS_H_
#define FERRO_ROUTER_API_COMPLETION_FIELDS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "base/json.h"
#include "ferro/lm/v1/lm.pb.h"

namespace ferro::router {

inline constexpr size_t kMaxPrompts = 16;

// One request per prompt, holding nothing but the prompt: text, or token ids. `prompt` is a text, an array of texts, an
// array of ids (one prompt), or an array of such arrays; also refuses echo, suffix, best_of and logprobs.
absl::StatusOr<std::vector<ferro::lm::v1::GenerateRequest>> ReadPrompts(const Json& body);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_COMPLETION_FIELDS_H_
