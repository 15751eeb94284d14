// The device's thread for embeddings: sequences of many requests in one pass, their vectors handed out.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_RUNNER_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_RUNNER_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/schedule/embedding/embedder.h"
#include "engine/schedule/pass/pass_work.h"
#include "engine/schedule/pass/runner_of.h"

namespace ferro {

using EmbeddingId = PassWorkId;

// What the device made of one request.
struct EmbeddingVectors {
  std::vector<float> values;  // [sequence][width]
  PassTimes times;
};

// A request as token sequences.
struct EmbeddingWork final : public PassWork {
  using Model = Embedder;

  size_t size() const override { return sequences.size(); }
  size_t tokens(size_t sequence) const override { return sequences[sequence].size(); }
  void End(absl::Status failure, const PassTimes& times) override;
  // As PassDevice; all works are of this kind.
  static absl::Status RunPass(Embedder& embedder, absl::Span<const PassPart> parts,
                              const std::function<absl::Status()>& hook);

  std::vector<std::vector<int32_t>> sequences;
  std::vector<float> values;  // of the sequences whose pass is over
  // Gets the end of the request: see PassWork::End.
  std::function<void(absl::StatusOr<EmbeddingVectors>)> done;
};

using EmbeddingRunner = RunnerOf<EmbeddingWork>;

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_RUNNER_H_
