// The embed service's messages to the engine's types and back. Knows nothing of calls.
#ifndef FERRO_SERVICES_EMBED_CONVERT_H_
#define FERRO_SERVICES_EMBED_CONVERT_H_

#include "absl/status/statusor.h"
#include "engine/models/load_embedding.h"
#include "engine/schedule/embedding/embedding_types.h"
#include "ferro/admin/v1/admin.pb.h"
#include "ferro/common/v1/common.pb.h"
#include "ferro/embed/v1/embed.pb.h"

namespace ferro {

// kInvalidArgument with the field: an item without parts, or tokens beside other parts. kUnimplemented: media. The rest
// is left to the engine.
absl::StatusOr<EmbeddingRequest> FromProto(const embed::v1::EmbedRequest& request);

embed::v1::EmbedResponse ToProto(const EmbeddingReply& reply);

common::v1::ModelInfo ToProto(const EmbeddingModelInfo& info);
admin::v1::Plan ToProto(const EmbeddingMemory& memory);

}  // namespace ferro

#endif  // FERRO_SERVICES_EMBED_CONVERT_H_
