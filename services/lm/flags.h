// The command line of ferro-lm, apart from main so that `ferro` can document and reuse it.
#ifndef FERRO_SERVICES_LM_FLAGS_H_
#define FERRO_SERVICES_LM_FLAGS_H_

#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "engine/schedule/lm_types.h"
#include "services/common/process_flags.h"

namespace ferro {

struct LmFlags {
  std::string model;
  ProcessFlags process;
  LanguageModelOptions lm;
};

// What shapes the model and its replies: everything but where to listen. `ferro generate` and `ferro bench` have these
// too.
void AddModelFlags(CLI::App& app, LanguageModelOptions& options);

// All flags of the service. `flags` must outlive `app`.
void AddLmFlags(CLI::App& app, LmFlags& flags);

// What a parser cannot see one flag at a time. kInvalidArgument naming the flag.
absl::Status ValidateLmFlags(const LmFlags& flags);

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_FLAGS_H_
