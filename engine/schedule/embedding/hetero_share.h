// Which sequences of a pass the processor takes beside a GPU.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_HETERO_SHARE_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_HETERO_SHARE_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "engine/schedule/embedding/embedder.h"

namespace ferro {

// Indices of sequences, ascending; each sequence of the pass is in one of the two.
struct HeteroSides {
  std::vector<size_t> gpu;  // never empty for a pass that is not
  std::vector<size_t> cpu;
};

// The sequences are looked at in their order, and the processor takes each that still fits into its share: `share`
// percent (1..99) of all tokens, rounded down. So the split follows from the lengths and the order alone, a sequence
// is never cut, and a lone one, or one that is most of the pass, runs on the GPU.
HeteroSides ShareOut(absl::Span<const TokenSequence> sequences, int share);

// Most tokens that ShareOut gives the processor of a pass of `tokens`.
int MostShared(int tokens, int share);

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_HETERO_SHARE_H_
