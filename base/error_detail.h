// What an error says beside its code and text. Travels as payloads of an absl::Status, over gRPC as google.rpc details
// (services/common/status.h), and ends in the fields of the HTTP error object.
#ifndef FERRO_BASE_ERROR_DETAIL_H_
#define FERRO_BASE_ERROR_DETAIL_H_

#include <string>

#include "absl/status/status.h"

namespace ferro {

// Reasons that change what a client is told; anything else follows from the status code.
inline constexpr char kReasonQueueFull[] = "QUEUE_FULL";              // 503 queue_full
inline constexpr char kReasonNoMemory[] = "NO_MEMORY";                // 503 no_memory_headroom
inline constexpr char kReasonMediaTooLarge[] = "MEDIA_TOO_LARGE";     // 413 media_too_large
inline constexpr char kReasonModelLoading[] = "MODEL_LOADING";        // 503 model_loading
inline constexpr char kReasonDeviceFailed[] = "DEVICE_FAILED";        // 503 device_failed
inline constexpr char kReasonDraining[] = "DRAINING";                 // 503 draining
inline constexpr char kReasonContextExceeded[] = "CONTEXT_EXCEEDED";  // 400 context_length_exceeded
inline constexpr char kReasonUnsupported[] = "UNSUPPORTED_VALUE";     // 400 unsupported_value
inline constexpr char kReasonInvalidValue[] = "INVALID_VALUE";        // 400 invalid_value
inline constexpr char kReasonMissingField[] = "MISSING_FIELD";        // 400 missing_field

struct ErrorDetail {
  std::string reason;        // one of the constants above; empty = none
  std::string param;         // request field at fault, as a path; empty = none
  double retry_after_s = 0;  // when a retry can help; 0 = no statement
  int prompt_tokens = 0;     // with kReasonContextExceeded
  int context_tokens = 0;    // with kReasonContextExceeded
};

// `status` with `detail` attached; what is empty in `detail` stays as it was. OK stays OK.
absl::Status WithDetail(absl::Status status, const ErrorDetail& detail);
// The detail attached to `status`; empty members where there is none.
ErrorDetail DetailOf(const absl::Status& status);

// kInvalidArgument about the request field `param`.
absl::Status InvalidField(const std::string& param, const std::string& message,
                          const std::string& reason = kReasonInvalidValue);

}  // namespace ferro

#endif  // FERRO_BASE_ERROR_DETAIL_H_
