// An embedding model ready to answer: file, tokenizer, prompts, device and batcher in one object.
//
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<EmbeddingEngine> engine, EmbeddingEngine::Load("model.gguf", options));
//   FERRO_ASSIGN_OR_RETURN(const EmbeddingReply reply, engine->Embed(request));
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_ENGINE_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_ENGINE_H_

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/gguf/file.h"
#include "engine/lease/device_lease.h"
#include "engine/models/embedding_model.h"
#include "engine/models/load_embedding.h"
#include "engine/schedule/embedding/embedder.h"
#include "engine/schedule/embedding/embedding_runner.h"
#include "engine/schedule/embedding/embedding_types.h"
#include "engine/schedule/model_keeper.h"
#include "engine/text/embedding/encoder.h"
#include "engine/text/tokenizer.h"

namespace ferro {

// Texts are tokenised on the caller's thread, passes run on one that owns the device. A device that fails in mid-run
// ends what runs with kUnavailable; the model is then loaded again from the same mapping (KeeperOf says where and how
// often), and what was queued runs on it. Vectors have the same bits alone and in company.
//
// Any thread may call any method. Destroying it ends running requests with kUnavailable.
class EmbeddingEngine {
 public:
  using Done = std::function<void(absl::StatusOr<EmbeddingReply>)>;

  // What it is made of. The embedder may point into the others.
  struct Parts {
    std::unique_ptr<GgufFile> file;
    std::unique_ptr<Tokenizer> tokenizer;
    EmbeddingFacts facts;
    ModelOnDevice<Embedder> loaded;
    LoaderOf<Embedder> reload;           // for a device that failed; null: it is used further
    std::shared_ptr<DeviceLease> lease;  // that the embedder takes its turns with; null: it takes none
  };

  // Loads everything and runs one warm-up pass. Takes as long as packing the weights does.
  // kInvalidArgument: a damaged file, one of another kind, or an option out of range.
  static absl::StatusOr<std::unique_ptr<EmbeddingEngine>> Load(const std::string& path,
                                                               const EmbeddingOptions& options);
  // The same from parts that are loaded already.
  static absl::StatusOr<std::unique_ptr<EmbeddingEngine>> Create(Parts parts, const EmbeddingOptions& options);

  // Known from the header alone; what such a model takes with these options.
  static EmbeddingMemory EstimateMemory(const GgufFile& file, const EmbeddingOptions& options);

  // Device and fingerprint change when a device fails and another takes its place.
  EmbeddingModelInfo info() const;
  // Null where the model does not take turns with other programs.
  const DeviceLease* lease() const { return parts_.lease.get(); }
  EmbeddingMemory memory() const { return EstimateMemory(*parts_.file, options_); }
  const GgufFile& file() const { return *parts_.file; }
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
  // `done` gets kCancelled, within one segment of a pass. No effect on a request that has ended.
  void Cancel(EmbeddingId id) { runner_->Cancel(id); }

  // Never touches the device. [item]; errors as Submit.
  absl::StatusOr<std::vector<EmbeddingInput>> Tokenize(const EmbeddingRequest& request) const;
  const Tokenizer& tokenizer() const { return *parts_.tokenizer; }

  // Refuses new requests from now on; what still runs after `grace` ends with kUnavailable. Returns at once.
  void Drain(absl::Duration grace) { runner_->Drain(grace); }
  // kUnavailable: the device failed and could not be rebuilt; every request is refused.
  absl::Status Health() const { return runner_->Health(); }
  // Whether nothing is queued or running.
  bool Idle() const { return runner_->Idle(); }
  PassStats Stats() const { return runner_->Stats(); }

 private:
  // A request while the device has it.
  struct Pending;

  EmbeddingEngine(Parts parts, const EmbeddingOptions& options);
  absl::Status Init();
  absl::Status CheckRequest(const EmbeddingRequest& request) const;
  absl::StatusOr<EmbeddingInput> TokenizeItem(const EmbeddingRequest& request, size_t item) const;
  absl::StatusOr<EmbeddingReply> Answer(Pending& pending, const EmbeddingVectors& vectors) const;
  // On the runner's thread.
  absl::StatusOr<Embedder*> Recover(const absl::Status& failure);
  void SetDevice();

  Parts parts_;  // constant from then on, embedder and backend moved away
  const EmbeddingOptions options_;
  const EmbeddingEncoder encoder_;
  mutable std::mutex mutex_;
  EmbeddingModelInfo info_;                  // guarded by mutex_
  KeeperOf<Embedder> keeper_;                // of the runner's thread, once there is one
  std::unique_ptr<EmbeddingRunner> runner_;  // last: its thread uses the embedder
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_ENGINE_H_
