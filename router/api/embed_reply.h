// Answers of the embed service as the bodies that clients read.
#ifndef FERRO_ROUTER_API_EMBED_REPLY_H_
#define FERRO_ROUTER_API_EMBED_REPLY_H_

#include <string>

#include "ferro/embed/v1/embed.pb.h"

namespace ferro::router {

// Sum over all items, special tokens included.
int PromptTokens(const ferro::embed::v1::EmbedResponse& response);

// OpenAI's object. Floats are written with as few digits as give the same bits back; with `base64` they are the text of
// their bytes, little-endian. `warnings` appears where there are any.
std::string EmbedBody(const ferro::embed::v1::EmbedResponse& response, const std::string& model, bool base64);

// llama.cpp's array: [{"index": 0, "embedding": [[...]]}].
std::string NativeEmbedBody(const ferro::embed::v1::EmbedResponse& response);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_EMBED_REPLY_H_
