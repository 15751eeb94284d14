// An embedding model on two devices at once: a GPU, and the processor beside it for a fixed share of every pass.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_HETERO_EMBEDDER_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_HETERO_EMBEDDER_H_

#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/schedule/embedding/embedder.h"
#include "engine/schedule/embedding/side_thread.h"
#include "engine/schedule/model_keeper.h"

namespace ferro {

// ShareOut (hetero_share.h) says which sequences of a pass each side computes; the vectors come back in the order of
// the sequences. The vector of a sequence has the bits of the side that computed it, so it depends on the lengths of
// what shares the pass: the same pass has the same bits, another may have others. How fast either side is never counts.
//
// When one side fails, the other ends with its segment, and so does the pass, with the error of the side that failed.
class HeteroEmbedder final : public Embedder {
 public:
  // The same model on both. `share`: percent, 1..99. `cpu` takes passes of MostShared(gpu->max_pass_rows(), share).
  HeteroEmbedder(std::unique_ptr<Embedder> gpu, ModelOnDevice<Embedder> cpu, int share)
      : gpu_(std::move(gpu)), cpu_(std::move(cpu)), share_(share) {}

  int max_pass_rows() const override { return gpu_->max_pass_rows(); }

  // `hook` is called by one thread at a time: by this one between the GPU's segments, by the processor's between its
  // own once the GPU is done. While the GPU's hook lasts (it may give way to other programs), the processor pauses.
  absl::StatusOr<std::vector<float>> Embed(absl::Span<const TokenSequence> sequences,
                                           const EncoderOps::SegmentHook& hook) override;

 private:
  const std::unique_ptr<Embedder> gpu_;
  const ModelOnDevice<Embedder> cpu_;
  const int share_;
  SideThread cpu_thread_;  // last: uses the others
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_HETERO_EMBEDDER_H_
