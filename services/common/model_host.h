// The place where a service process keeps its model: empty while it loads.
#ifndef FERRO_SERVICES_COMMON_MODEL_HOST_H_
#define FERRO_SERVICES_COMMON_MODEL_HOST_H_

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace ferro {

// What the life of a process needs of its model, there or not yet. Thread-safe.
class ServedModel {
 public:
  virtual ~ServedModel() = default;
  // Refuses new work; what still runs after `grace` ends. A later call can only shorten the grace.
  virtual void Drain(absl::Duration grace) = 0;
  // Not OK: the device is gone for good. OK while it loads.
  virtual absl::Status Health() = 0;
  // Nothing is queued or running.
  virtual bool Idle() = 0;
};

// kUnavailable with kReasonModelLoading.
absl::Status ModelLoading();

// `Model` has Drain, Health, Idle and memory(), which gives a `Memory`. Thread-safe. Must outlive the server whose
// calls use the model.
template <class Model, class Memory>
class ModelHostOf final : public ServedModel {
 public:
  // Pointers to the model stay valid as long as the host. ModelLoading: not yet there.
  absl::StatusOr<Model*> GetModel() {
    const std::lock_guard lock(mutex_);
    if (model_ == nullptr) return ModelLoading();
    return model_.get();
  }

  // Called once. Passes on a Drain that came before.
  void SetModel(std::unique_ptr<Model> model) {
    const std::lock_guard lock(mutex_);
    model_ = std::move(model);
    if (drain_end_) model_->Drain(*drain_end_ - absl::Now());
  }

  // Of the model in use; before it is there, as the file's header says. ModelLoading before that is read.
  absl::StatusOr<Memory> GetMemory() {
    const std::lock_guard lock(mutex_);
    if (model_ != nullptr) return model_->memory();
    if (!memory_) return ModelLoading();
    return *memory_;
  }
  void SetMemory(const Memory& memory) {
    const std::lock_guard lock(mutex_);
    memory_ = memory;
  }

  void Drain(absl::Duration grace) override {
    const std::lock_guard lock(mutex_);
    const absl::Time end = absl::Now() + grace;
    drain_end_ = drain_end_ ? std::min(*drain_end_, end) : end;
    if (model_ != nullptr) model_->Drain(grace);
  }
  absl::Status Health() override {
    const std::lock_guard lock(mutex_);
    return model_ == nullptr ? absl::OkStatus() : model_->Health();
  }
  bool Idle() override {
    const std::lock_guard lock(mutex_);
    return model_ == nullptr || model_->Idle();
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<Model> model_;  // guarded, as is the rest
  std::optional<Memory> memory_;  // of the header
  std::optional<absl::Time> drain_end_;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_MODEL_HOST_H_
