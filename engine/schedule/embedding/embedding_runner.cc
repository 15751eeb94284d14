#include "engine/schedule/embedding/embedding_runner.h"

#include <utility>

#include "base/status_macros.h"

namespace ferro {
namespace {

// Only EmbeddingWork comes through RunnerOf<EmbeddingWork>::Submit.
EmbeddingWork& WorkOf(const PassPart& part) { return static_cast<EmbeddingWork&>(*part.work); }

}  // namespace

void EmbeddingWork::End(absl::Status failure, const PassTimes& times) {
  if (!failure.ok()) return done(std::move(failure));
  done(EmbeddingVectors{std::move(values), times});
}

absl::Status EmbeddingWork::RunPass(Embedder& embedder, absl::Span<const PassPart> parts,
                                    const std::function<absl::Status()>& hook) {
  std::vector<TokenSequence> sequences;
  for (const PassPart& part : parts) {
    const EmbeddingWork& work = WorkOf(part);
    for (size_t i = part.first; i < part.first + part.count; ++i) sequences.emplace_back(work.sequences[i]);
  }
  FERRO_ASSIGN_OR_RETURN(const std::vector<float> vectors, embedder.Embed(sequences, hook));
  const size_t width = vectors.size() / sequences.size();
  auto next = vectors.begin();
  for (const PassPart& part : parts) {
    std::vector<float>& values = WorkOf(part).values;
    const auto end = next + static_cast<std::ptrdiff_t>(part.count * width);
    values.insert(values.end(), next, end);
    next = end;
  }
  return absl::OkStatus();
}

}  // namespace ferro
