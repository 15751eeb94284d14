#include "services/lm/model_host.h"

#include <algorithm>
#include <utility>

#include "base/error_detail.h"

namespace ferro {
namespace {

absl::Status Loading() {
  ErrorDetail detail;
  detail.reason = kReasonModelLoading;
  detail.retry_after_s = 2;
  return WithDetail(absl::UnavailableError("Loading model"), detail);
}

}  // namespace

absl::StatusOr<LanguageModel*> ModelHost::Model() {
  const std::lock_guard lock(mutex_);
  if (model_ == nullptr) return Loading();
  return model_.get();
}

void ModelHost::SetModel(std::unique_ptr<LanguageModel> model) {
  const std::lock_guard lock(mutex_);
  model_ = std::move(model);
  memory_ = model_->memory();
  if (drain_end_) model_->Drain(*drain_end_ - absl::Now());
}

absl::StatusOr<MemoryEstimate> ModelHost::Memory() {
  const std::lock_guard lock(mutex_);
  if (!memory_) return Loading();
  return *memory_;
}

void ModelHost::SetMemory(const MemoryEstimate& memory) {
  const std::lock_guard lock(mutex_);
  memory_ = memory;
}

void ModelHost::Drain(absl::Duration grace) {
  const std::lock_guard lock(mutex_);
  const absl::Time end = absl::Now() + grace;
  drain_end_ = drain_end_ ? std::min(*drain_end_, end) : end;
  if (model_ != nullptr) model_->Drain(grace);
}

bool ModelHost::draining() {
  const std::lock_guard lock(mutex_);
  return drain_end_.has_value();
}

absl::Status ModelHost::Health() {
  const std::lock_guard lock(mutex_);
  return model_ == nullptr ? absl::OkStatus() : model_->Health();
}

bool ModelHost::Idle() {
  const std::lock_guard lock(mutex_);
  return model_ == nullptr || model_->Idle();
}

}  // namespace ferro
