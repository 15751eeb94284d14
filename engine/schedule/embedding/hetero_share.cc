#include "engine/schedule/embedding/hetero_share.h"

#include <cstdint>

namespace ferro {

int MostShared(int tokens, int share) { return static_cast<int>(int64_t{tokens} * share / 100); }

HeteroSides ShareOut(absl::Span<const TokenSequence> sequences, int share) {
  int tokens = 0;
  for (const TokenSequence& sequence : sequences) tokens += static_cast<int>(sequence.size());
  size_t left = static_cast<size_t>(MostShared(tokens, share));
  HeteroSides sides;
  for (size_t i = 0; i < sequences.size(); ++i) {
    const bool fits = sequences[i].size() <= left;
    (fits ? sides.cpu : sides.gpu).push_back(i);
    if (fits) left -= sequences[i].size();
  }
  return sides;
}

}  // namespace ferro
