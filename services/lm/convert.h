// The lm service's messages to the engine's types and back. Knows nothing of calls.
#ifndef FERRO_SERVICES_LM_CONVERT_H_
#define FERRO_SERVICES_LM_CONVERT_H_

#include "absl/status/statusor.h"
#include "engine/schedule/generation.h"
#include "engine/schedule/lm_types.h"
#include "engine/schedule/memory_estimate.h"
#include "engine/schedule/stats.h"
#include "ferro/admin/v1/admin.pb.h"
#include "ferro/common/v1/common.pb.h"
#include "ferro/lm/v1/lm.pb.h"

namespace ferro {

ChatInput FromProto(const lm::v1::Chat& chat);
MixedInput FromProto(const lm::v1::MixedPrompt& mixed);

// kInvalidArgument with the field: no prompt, or a value that this build does not honour (kReasonUnsupported). Ranges
// are left to the engine.
absl::StatusOr<LmRequest> FromProto(const lm::v1::GenerateRequest& request);

lm::v1::GenerateResponse ToProto(const StartedEvent& event);
lm::v1::GenerateResponse ToProto(const ProgressEvent& event);
lm::v1::GenerateResponse ToProto(const DeltaEvent& event);
lm::v1::GenerateResponse ToProto(const FinishedEvent& event);

common::v1::ModelInfo ToProto(const LanguageModelInfo& info);
admin::v1::Plan ToProto(const MemoryEstimate& memory);
// Leaves what belongs to the process: uptime_s and the bytes. `context`: positions of a slot.
admin::v1::Stats ToProto(const SchedulerStats& stats, int context);

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_CONVERT_H_
