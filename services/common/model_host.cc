#include "services/common/model_host.h"

#include "base/error_detail.h"

namespace ferro {

absl::Status ModelLoading() {
  ErrorDetail detail;
  detail.reason = kReasonModelLoading;
  detail.retry_after_s = 2;
  return WithDetail(absl::UnavailableError("Loading model"), detail);
}

}  // namespace ferro
