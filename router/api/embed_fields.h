// Bodies of /v1/embeddings and its relatives as calls of the embed service.
#ifndef FERRO_ROUTER_API_EMBED_FIELDS_H_
#define FERRO_ROUTER_API_EMBED_FIELDS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/json.h"
#include "ferro/embed/v1/embed.pb.h"

namespace ferro::router {

struct EmbedCall {
  ferro::embed::v1::EmbedRequest request;
  std::string model;  // as the client named it; may be empty
  // How the answer is written.
  bool base64 = false;
  bool native = false;  // llama.cpp's array instead of OpenAI's object
  // Under which names the client sent what the service knows by its own: see InClientWords.
  std::string input_field, task_field;
  std::string first_field;  // of the first item, where that is not one of input_field's; mostly empty
};

// The fields that every call has: model, dimensions, embd_normalize, truncate, and the task under its names `task`,
// `prompt_name` and `input_type`. Unknown fields are ignored, but one that carries media is refused.
absl::StatusOr<EmbedCall> ReadEmbedOptions(const Json& body);

// A whole body: the options, `input` (or `content`, which asks for the native answer) and encoding_format.
// kInvalidArgument with the field.
absl::StatusOr<EmbedCall> ReadEmbedCall(const Json& body);

// Whether token ids stand for any item: a common mistake of clients that tokenise for another model.
bool HasTokens(const ferro::embed::v1::EmbedRequest& request);

// An error of the service about `call`, which had `items` of them, with the name of the field as the client knows it.
// About one of several items the message says which.
absl::Status InClientWords(const EmbedCall& call, int items, const absl::Status& status);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_EMBED_FIELDS_H_
