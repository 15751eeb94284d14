// A device for tests of everything above it: unit vectors that are a hash of the tokens, and passes that can be held.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_FAKE_EMBEDDER_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_FAKE_EMBEDDER_H_

#include <limits>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "engine/schedule/embedding/embedder.h"
#include "engine/schedule/pass/held_passes.h"

namespace ferro {

// Thread-safe.
class FakeEmbedder final : public Embedder, public HeldPasses {
 public:
  explicit FakeEmbedder(int width, int max_pass_rows = 8192) : width_(width), max_pass_rows_(max_pass_rows) {}

  // A sequence with this token has a vector that is no numbers.
  static constexpr int32_t kPoison = 13;

  // The vector of a sequence, wherever it runs.
  std::vector<float> VectorOf(TokenSequence tokens) const {
    uint64_t state = 1;
    for (const int32_t token : tokens) {
      if (token == kPoison) return std::vector<float>(width_, std::numeric_limits<float>::quiet_NaN());
      state = state * 0x9E3779B97F4A7C15 + static_cast<uint64_t>(token);
    }
    std::vector<float> vector(width_);
    for (float& value : vector) {
      state = state * 6364136223846793005 + 1442695040888963407;
      value = static_cast<float>(static_cast<int64_t>(state >> 40)) - 0x1p23f;
    }
    NormalizeEmbedding(absl::MakeSpan(vector));
    return vector;
  }

  int max_pass_rows() const override { return max_pass_rows_; }
  absl::StatusOr<std::vector<float>> Embed(absl::Span<const TokenSequence> sequences,
                                           const EncoderOps::SegmentHook& hook) override {
    std::vector<int> lengths;
    for (const TokenSequence& sequence : sequences) lengths.push_back(static_cast<int>(sequence.size()));
    FERRO_RETURN_IF_ERROR(RunHeld(std::move(lengths), hook));
    std::vector<float> vectors;
    for (const TokenSequence& sequence : sequences) {
      const std::vector<float> vector = VectorOf(sequence);
      vectors.insert(vectors.end(), vector.begin(), vector.end());
    }
    return vectors;
  }

 private:
  const int width_, max_pass_rows_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_FAKE_EMBEDDER_H_
