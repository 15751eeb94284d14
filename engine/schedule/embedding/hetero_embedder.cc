#include "engine/schedule/embedding/hetero_embedder.h"

#include <algorithm>
#include <mutex>

#include "base/status_macros.h"
#include "engine/schedule/embedding/hetero_share.h"

namespace ferro {
namespace {

// What the two sides of one pass tell each other. Thread-safe.
class SharedPass {
 public:
  // `hook` must outlive this.
  explicit SharedPass(const EncoderOps::SegmentHook& hook) : hook_(hook) {}

  // Between segments of a side: not OK when the pass has ended, whoever ended it.
  absl::Status BetweenOnGpu() {
    const std::lock_guard lock(mutex_);
    return Ask();
  }
  absl::Status BetweenOnCpu() {
    const std::lock_guard lock(mutex_);
    // Whoever is let in by the hook may get the GPU, so it is for the GPU's side to say when.
    return gpu_done_ ? Ask() : end_;
  }

  void GpuDone(const absl::Status& status) {
    const std::lock_guard lock(mutex_);
    gpu_done_ = true;
    if (end_.ok()) end_ = Annotate(status, "on the GPU");
  }
  void CpuDone(const absl::Status& status) {
    const std::lock_guard lock(mutex_);
    if (end_.ok()) end_ = Annotate(status, "on the processor");
  }

  // How the pass ended: with the first thing that went wrong.
  absl::Status end() const {
    const std::lock_guard lock(mutex_);
    return end_;
  }

 private:
  absl::Status Ask() {
    if (end_.ok()) end_ = hook_();
    return end_;
  }

  const EncoderOps::SegmentHook& hook_;
  mutable std::mutex mutex_;
  bool gpu_done_ = false;  // guarded by mutex_, as is the next
  absl::Status end_;
};

std::vector<TokenSequence> Chosen(absl::Span<const TokenSequence> sequences, const std::vector<size_t>& indices) {
  std::vector<TokenSequence> chosen;
  for (const size_t i : indices) chosen.push_back(sequences[i]);
  return chosen;
}

// Puts the vectors of one side where they belong.
void Place(const std::vector<float>& vectors, const std::vector<size_t>& indices, std::vector<float>& all) {
  const size_t width = vectors.size() / indices.size();
  for (size_t i = 0; i < indices.size(); ++i) {
    std::copy_n(vectors.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                all.begin() + static_cast<std::ptrdiff_t>(indices[i] * width));
  }
}

}  // namespace

absl::StatusOr<std::vector<float>> HeteroEmbedder::Embed(absl::Span<const TokenSequence> sequences,
                                                         const EncoderOps::SegmentHook& hook) {
  const HeteroSides sides = ShareOut(sequences, share_);
  if (sides.cpu.empty()) return gpu_->Embed(sequences, hook);

  SharedPass pass(hook);
  absl::StatusOr<std::vector<float>> of_cpu;
  cpu_thread_.Start([&] {
    of_cpu = cpu_.model->Embed(Chosen(sequences, sides.cpu), [&pass] { return pass.BetweenOnCpu(); });
    pass.CpuDone(of_cpu.status());
  });
  const absl::StatusOr<std::vector<float>> of_gpu =
      gpu_->Embed(Chosen(sequences, sides.gpu), [&pass] { return pass.BetweenOnGpu(); });
  pass.GpuDone(of_gpu.status());
  cpu_thread_.Wait();
  FERRO_RETURN_IF_ERROR(pass.end());

  std::vector<float> vectors(of_gpu->size() + of_cpu->size());
  Place(*of_gpu, sides.gpu, vectors);
  Place(*of_cpu, sides.cpu, vectors);
  return vectors;
}

}  // namespace ferro
