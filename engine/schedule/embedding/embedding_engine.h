// An embedding model ready to answer: file, tokenizer, prompts, device and batcher in one object.
//
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<EmbeddingEngine> engine, EmbeddingEngine::Load("model.gguf", options));
//   FERRO_ASSIGN_OR_RETURN(const EmbeddingReply reply, engine->Embed(request));
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_ENGINE_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_ENGINE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/gguf/file.h"
#include "engine/models/embedding_model.h"
#include "engine/models/load_embedding.h"
#include "engine/schedule/embedding/embedder.h"
#include "engine/schedule/embedding/embedding_runner.h"
#include "engine/schedule/embedding/embedding_types.h"
#include "engine/schedule/engine_of.h"
#include "engine/schedule/engine_parts.h"
#include "engine/text/embedding/encoder.h"

namespace ferro {

struct EmbeddingParts : EngineParts<Embedder> {
  EmbeddingFacts facts;
};

// Texts are tokenised on the caller's thread, passes run on one that owns the device. EngineOf says what happens when
// the device fails. Vectors have the same bits alone and in company, but for options.hetero (HeteroEmbedder).
//
// Any thread may call any method. Destroying it ends running requests with kUnavailable.
class EmbeddingEngine final : public EngineOf<EmbeddingParts, EmbeddingRunner, EmbeddingOptions, EmbeddingModelInfo> {
 public:
  using Done = std::function<void(absl::StatusOr<EmbeddingReply>)>;

  using Parts = EmbeddingParts;

  // Loads everything and runs one warm-up pass. Takes as long as packing the weights does.
  // kInvalidArgument: a damaged file, one of another kind, or an option out of range. kFailedPrecondition: a device
  // that this machine lacks, or options.hetero without a GPU.
  static absl::StatusOr<std::unique_ptr<EmbeddingEngine>> Load(const std::string& path,
                                                               const EmbeddingOptions& options);
  // The same from parts that are loaded already.
  static absl::StatusOr<std::unique_ptr<EmbeddingEngine>> Create(Parts parts, const EmbeddingOptions& options);
  ~EmbeddingEngine() { Stop(); }

  // Known from the header alone; what such a model takes with these options.
  static EmbeddingMemory EstimateMemory(const GgufFile& file, const EmbeddingOptions& options);

  // What the model in use takes: less than EstimateMemory where a GPU failed and the processor works alone.
  EmbeddingMemory memory() const;
  // Oddities of the file that do no harm, for a log.
  std::vector<std::string> warnings() const;

  // Tokenises the items and queues them. `done` gets the end, once, on another thread or on this one, possibly before
  // this returns; it must not block. Errors here mean that it is not called: kInvalidArgument (with the field: no
  // items, more of them or of their tokens than one request may have, an item that is too long, malformed UTF-8, a
  // token outside the vocabulary, an unknown task, width or norm), kResourceExhausted (queue full), kUnavailable
  // (draining, or the device is gone), kDeadlineExceeded.
  // `done` gets those of PassRunner, and kInternal for vectors that are no numbers.
  absl::StatusOr<EmbeddingId> Submit(const EmbeddingRequest& request, Done done);
  // Submits and waits for the end.
  absl::StatusOr<EmbeddingReply> Embed(const EmbeddingRequest& request);

  // Never touches the device. [item]; errors as Submit.
  absl::StatusOr<std::vector<EmbeddingInput>> Tokenize(const EmbeddingRequest& request) const;

 private:
  // A request while the device has it.
  struct Pending;

  EmbeddingEngine(Parts parts, const EmbeddingOptions& options);
  absl::Status Init();
  absl::Status CheckRequest(const EmbeddingRequest& request) const;
  absl::StatusOr<EmbeddingInput> TokenizeItem(const EmbeddingRequest& request, size_t item) const;
  absl::StatusOr<EmbeddingReply> Answer(Pending& pending, const EmbeddingVectors& vectors) const;

  const EmbeddingEncoder encoder_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_ENGINE_H_
