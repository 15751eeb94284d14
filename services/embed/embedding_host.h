// The place where ferro-embed keeps its model.
#ifndef FERRO_SERVICES_EMBED_EMBEDDING_HOST_H_
#define FERRO_SERVICES_EMBED_EMBEDDING_HOST_H_

#include "engine/schedule/embedding/embedding_engine.h"
#include "services/common/model_host.h"

namespace ferro {

using EmbeddingHost = ModelHostOf<EmbeddingEngine, EmbeddingMemory>;

}  // namespace ferro

#endif  // FERRO_SERVICES_EMBED_EMBEDDING_HOST_H_
