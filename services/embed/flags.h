// The command line of ferro-embed, apart from main so that `ferro` can reuse it.
#ifndef FERRO_SERVICES_EMBED_FLAGS_H_
#define FERRO_SERVICES_EMBED_FLAGS_H_

#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "engine/schedule/embedding/embedding_types.h"
#include "services/common/process_flags.h"

namespace ferro {

struct EmbedFlags {
  std::string model;
  ProcessFlags process;
  EmbeddingOptions embedding;
  int max_message_mb = 65;
};

// --hetero and --hetero-share.
void AddHeteroFlags(CLI::App& app, HeteroOptions& options);

// What shapes the passes: device, these two, and batching. `ferro embed` has these too.
void AddEmbeddingFlags(CLI::App& app, EmbeddingOptions& options);
// The batching alone, for a program that says the device once for several models.
void AddEmbedBatchFlag(CLI::App& app, EmbeddingOptions& options);

// All flags of the service. `flags` must outlive `app`.
void AddEmbedFlags(CLI::App& app, EmbedFlags& flags);

// What a parser cannot see one flag at a time; moves max_message_mb to where it belongs. kInvalidArgument naming the
// flag.
absl::Status ValidateEmbedFlags(EmbedFlags& flags);

}  // namespace ferro

#endif  // FERRO_SERVICES_EMBED_FLAGS_H_
