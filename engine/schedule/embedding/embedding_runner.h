// The device's thread for embeddings: sequences of many requests in one pass, their vectors handed out.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_RUNNER_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_RUNNER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "engine/schedule/embedding/embedder.h"
#include "engine/schedule/pass/pass_runner.h"
#include "engine/schedule/pass/pass_work.h"

namespace ferro {

using EmbeddingId = PassWorkId;

// What the device made of one request.
struct EmbeddingVectors {
  std::vector<float> values;  // [sequence][width]
  PassTimes times;
};

// A request as token sequences.
struct EmbeddingWork final : public PassWork {
  size_t size() const override { return sequences.size(); }
  size_t tokens(size_t sequence) const override { return sequences[sequence].size(); }
  void End(absl::Status failure, const PassTimes& times) override;

  std::vector<std::vector<int32_t>> sequences;
  std::vector<float> values;  // of the sequences whose pass is over
  // Gets the end of the request: see PassWork::End.
  std::function<void(absl::StatusOr<EmbeddingVectors>)> done;
};

using EmbeddingWorkPtr = std::unique_ptr<EmbeddingWork>;

struct EmbeddingRunnerOptions {
  int batch_tokens = 2048;  // of a pass of several sequences; no more than the embedder takes
  int queue_depth = 256;    // requests that wait
  // As PassRunnerOptions::recover, but gives the embedder to go on with; the old one may be gone as soon as it is
  // called.
  std::function<absl::StatusOr<Embedder*>(const absl::Status& failure)> recover;
};

// A PassRunner whose work is EmbeddingWork; the vector of a sequence does not depend on its pass.
class EmbeddingRunner final : private PassDevice {
 public:
  // `embedder` must outlive the runner and belongs to its thread from now on.
  EmbeddingRunner(Embedder& embedder, const EmbeddingRunnerOptions& options);

  // The rest is PassRunner's.
  absl::StatusOr<EmbeddingId> Submit(EmbeddingWorkPtr work) { return runner_.Submit(std::move(work)); }
  absl::Status Refusal() const { return runner_.Refusal(); }
  void Cancel(EmbeddingId id) { runner_.Cancel(id); }
  void Drain(absl::Duration grace) { runner_.Drain(grace); }
  bool Idle() const { return runner_.Idle(); }
  absl::Status Health() const { return runner_.Health(); }
  PassStats Stats() const { return runner_.Stats(); }

 private:
  int max_pass_rows() const override { return embedder_->max_pass_rows(); }
  absl::Status RunPass(absl::Span<const PassPart> parts, const std::function<absl::Status()>& hook) override;

  Embedder* embedder_;
  PassRunner runner_;  // last: its thread uses the embedder
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_RUNNER_H_
