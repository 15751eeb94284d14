// Tokens that a device chose, while the host goes on.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_TOKENS_IN_FLIGHT_H_
#define FERRO_ENGINE_BACKEND_OPENCL_TOKENS_IN_FLIGHT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/status_macros.h"
#include "engine/backend/chosen_tokens.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

// The tokens of one pass on their way to the host.
class TokensInFlight : public ChosenTokens {
 public:
  TokensInFlight(Context& context, size_t count)
      : context_(context), count_(count), tokens_(std::make_unique<std::vector<int32_t>>(std::max<size_t>(count, 1))) {}
  // The device must not write to memory that is gone. Where it does not say that it is done, the few bytes are left to
  // it for good.
  ~TokensInFlight() override {
    if (read_.get() != nullptr && !context_.Wait(read_).ok()) static_cast<void>(tokens_.release());
  }

  absl::Status Read(const Buffer& from) {
    FERRO_ASSIGN_OR_RETURN(
        read_, context_.ReadAsync(from, 0, static_cast<int64_t>(tokens_->size() * sizeof(int32_t)), tokens_->data()));
    return context_.Flush();
  }
  absl::StatusOr<std::vector<int32_t>> Wait() override {
    FERRO_RETURN_IF_ERROR(context_.Wait(read_));
    read_ = {};
    tokens_->resize(count_);
    return std::move(*tokens_);
  }

 private:
  Context& context_;
  const size_t count_;
  std::unique_ptr<std::vector<int32_t>> tokens_;  // at least one, so that there is a read to wait for
  Handle<cl_event> read_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_TOKENS_IN_FLIGHT_H_
