// The decide service's messages to the engine's types and back. Knows nothing of calls.
#ifndef FERRO_SERVICES_DECIDE_CONVERT_H_
#define FERRO_SERVICES_DECIDE_CONVERT_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "engine/schedule/decision/decision_types.h"
#include "ferro/admin/v1/admin.pb.h"
#include "ferro/common/v1/common.pb.h"
#include "ferro/decide/v1/decide.pb.h"

namespace ferro {

// kInvalidArgument with the field: a JSON text that is none or nested too deep, a question without a type, two options
// with one key. kUnimplemented: media. Counts of options and levels are left to the engine.
absl::StatusOr<DecisionRequest> FromProto(const decide::v1::DecideRequest& request);

// `request` is what `reply` answers: keys of options come from there. `prompt_text` makes the text of a prompt that was
// asked for.
decide::v1::DecideResponse ToProto(const decide::v1::DecideRequest& request, const DecisionReply& reply,
                                   const std::function<std::string(const DecisionPrompt&)>& prompt_text);

common::v1::ModelInfo ToProto(const DecisionModelInfo& info);
admin::v1::Plan ToProto(const DecisionMemory& memory);

}  // namespace ferro

#endif  // FERRO_SERVICES_DECIDE_CONVERT_H_
