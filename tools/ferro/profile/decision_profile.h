// `ferro bench --d1 --profile`, without its flags.
#ifndef FERRO_TOOLS_FERRO_PROFILE_DECISION_PROFILE_H_
#define FERRO_TOOLS_FERRO_PROFILE_DECISION_PROFILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "engine/backend/create.h"
#include "engine/schedule/decision/decision_types.h"
#include "tools/ferro/profile/report.h"

namespace ferro {

// The device's ceilings, and a profile of one pass that answers the whole request, as of a prompt of its tokens.
// `repeat`: passes in the table, and as many others timed on the host. kFailedPrecondition: not an OpenCL device.
// kInvalidArgument: not a decision model, a request that it cannot take, or one of more tokens than a pass has.
absl::StatusOr<ProfileReport> ProfileDecisions(const std::string& path, const DecisionRequest& request,
                                               const BackendOptions& backend, int repeat);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_PROFILE_DECISION_PROFILE_H_
