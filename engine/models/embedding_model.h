// A text embedding model as schedulers and tools see it: token sequences in, unit vectors out, any number in one pass.
//
//   FERRO_ASSIGN_OR_RETURN(const EmbeddingFacts facts, ReadEmbeddingFacts(*file));        // load_embedding.h
//   FERRO_ASSIGN_OR_RETURN(auto model, LoadEmbeddingModel(*file, *backend, {}));
//   FERRO_ASSIGN_OR_RETURN(const std::vector<float> vectors, model->Embed({tokens, others}));
#ifndef FERRO_ENGINE_MODELS_EMBEDDING_MODEL_H_
#define FERRO_ENGINE_MODELS_EMBEDDING_MODEL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/text/embedding/family.h"

namespace ferro {

// What a file's header says; known without loading a weight. The tokenizer is LoadTokenizer's (engine/text), prompts
// and limits are EmbeddingEncoder's (engine/text/embedding), names and sizes FactsOf's (engine/schedule/file_facts.h).
struct EmbeddingFacts {
  EmbeddingFamily family = EmbeddingFamily::kGemma2;
  int width = 0;    // values of a full vector
  int context = 0;  // most tokens of one sequence
  int vocab = 0;    // token ids are below this
  // Widths that a vector may be cut to, descending, the full one first: those that the model was trained for.
  std::vector<int> widths;
  // Oddities of the file that change vectors, for a log; mostly none.
  std::vector<std::string> warnings;
};

// Owns weights and activations; no state stays between passes. One thread at a time, the one that owns the backend.
//
// Exactness: the vector of a sequence depends on its own tokens alone. Alone or packed with others, in whatever order
// and pass, it has the same bits on one backend.
//
// Between the segments of a pass the backend calls its segment hook (EncoderOps::SetSegmentHook); when that ends the
// pass, Embed returns its status and the next Embed starts afresh.
class EmbeddingModel {
 public:
  virtual ~EmbeddingModel() = default;

  virtual const EmbeddingFacts& facts() const = 0;
  // Most tokens of one pass, all sequences together; at least facts().context.
  virtual int max_pass_rows() const = 0;

  // One pass. [sequence][facts().width], in the order given, each of length 1. Where the model's arithmetic does not
  // end in finite numbers all values of that sequence are NaN (those of others are what they would be without it);
  // a vector that is zero stays zero.
  // kInvalidArgument: no sequence, an empty one, one of more than facts().context tokens, more than max_pass_rows() in
  // all, a token outside the vocabulary; nothing has run then. Other errors come from the device or the hook.
  virtual absl::StatusOr<std::vector<float>> Embed(absl::Span<const absl::Span<const int32_t>> sequences) = 0;
};

// kInvalidArgument naming the allowed widths unless `dimensions` is one of facts.widths.
absl::Status CheckEmbeddingWidth(const EmbeddingFacts& facts, int64_t dimensions);

// The first `width` values of a vector, scaled to length 1 again: what a model trained for nested widths means by a
// shorter vector. 1 <= width <= vector.size(). With the full width the values stay as they are, bit for bit.
std::vector<float> CutEmbedding(absl::Span<const float> vector, int width);

// Scales to length 1, in place: the squares are summed in double. Zeros stay zero; if any value is not finite, all
// become NaN.
void NormalizeEmbedding(absl::Span<float> vector);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_EMBEDDING_MODEL_H_
