// Puts the vectors of many texts into a RowStore, from where an earlier run stopped.
#ifndef FERRO_TOOLS_FERRO_EMBED_EMBED_TEXTS_H_
#define FERRO_TOOLS_FERRO_EMBED_EMBED_TEXTS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/schedule/embedding/embedding_engine.h"
#include "tools/ferro/embed/row_store.h"
#include "tools/ferro/embed/texts.h"

namespace ferro {

struct EmbedTextsOptions {
  std::string task;
  int64_t dimensions = 0;  // 0 = the full width; the store's rows have as many
  bool truncate = false;
  // For a device where a vector may depend on what shares its pass (HeteroOptions): texts meet in the same passes
  // wherever a run begins. What an earlier run did of a block of texts is computed again, though not stored again.
  bool fixed_passes = false;
  // Called with the number of texts whose rows are stored; may be null.
  std::function<void(int64_t done)> progress;
};

// Of this run.
struct EmbedTextsResult {
  int64_t texts = 0;
  int64_t tokens = 0;
  int64_t truncated = 0;  // texts
  double seconds = 0;     // with tokenising and storing
};

// Row i of `store` becomes the vector of texts[i], for all that it does not hold yet, in order. The device always has
// the next texts at hand, but for fixed passes. An error about a text says which one, from 1; what was stored before
// stays.
absl::StatusOr<EmbedTextsResult> EmbedTexts(EmbeddingEngine& engine, const std::vector<EmbedText>& texts,
                                            const EmbedTextsOptions& options, RowStore& store);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_EMBED_EMBED_TEXTS_H_
