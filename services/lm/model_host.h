// The place where a service process keeps its model: empty while it loads.
#ifndef FERRO_SERVICES_LM_MODEL_HOST_H_
#define FERRO_SERVICES_LM_MODEL_HOST_H_

#include <memory>
#include <mutex>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/schedule/lm_engine.h"

namespace ferro {

// Thread-safe. Must outlive the server whose calls use the model.
class ModelHost {
 public:
  // Pointers to the model stay valid as long as the host.
  // kUnavailable with kReasonModelLoading: not yet there.
  absl::StatusOr<LanguageModel*> Model();

  // Called once. Passes on a Drain that came before.
  void SetModel(std::unique_ptr<LanguageModel> model);

  // Known as soon as the file's header is read. kUnavailable before.
  absl::StatusOr<MemoryEstimate> Memory();
  void SetMemory(const MemoryEstimate& memory);

  // Refuses new work; see LanguageModel::Drain.
  void Drain(absl::Duration grace);
  bool draining();
  // See LanguageModel::Health. OK while it loads.
  absl::Status Health();
  // Nothing is queued or running.
  bool Idle();

 private:
  std::mutex mutex_;
  std::unique_ptr<LanguageModel> model_;  // guarded, as is the rest
  std::optional<MemoryEstimate> memory_;
  std::optional<absl::Time> drain_end_;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_MODEL_HOST_H_
