// Flags of the subcommands that run a model in this process.
#ifndef FERRO_TOOLS_FERRO_ENGINE_FLAGS_H_
#define FERRO_TOOLS_FERRO_ENGINE_FLAGS_H_

#include <string>

#include "CLI/CLI.hpp"
#include "engine/backend/backend.h"
#include "engine/backend/create.h"

namespace ferro {

struct EngineFlags {
  std::string model;
  BackendOptions backend;
  std::string kv_dtype = "f32";

  KvType kv_type() const;
};

// Declares --lm (also --model), --device, --isa, --threads, --kv-dtype and the device's limits. `flags` must outlive
// the parsing.
void AddEngineFlags(CLI::App& command, EngineFlags& flags);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_ENGINE_FLAGS_H_
