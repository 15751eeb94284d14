// The command line of ferro-decide, apart from main so that `ferro` can reuse it.
#ifndef FERRO_SERVICES_DECIDE_FLAGS_H_
#define FERRO_SERVICES_DECIDE_FLAGS_H_

#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "engine/schedule/decision/decision_types.h"
#include "services/common/process_flags.h"

namespace ferro {

struct DecideFlags {
  std::string model;
  ProcessFlags process;
  DecisionOptions decision;
  int max_message_mb = 65;
};

// What shapes the passes: device and batching. `ferro decide` and `ferro bench` have these too.
void AddDecisionFlags(CLI::App& app, DecisionOptions& options);

// All flags of the service. `flags` must outlive `app`.
void AddDecideFlags(CLI::App& app, DecideFlags& flags);

// What a parser cannot see one flag at a time; moves max_message_mb to where it belongs. kInvalidArgument naming the
// flag.
absl::Status ValidateDecideFlags(DecideFlags& flags);

}  // namespace ferro

#endif  // FERRO_SERVICES_DECIDE_FLAGS_H_
