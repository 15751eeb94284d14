// The life of the ferro-embed process: listen, load, serve, drain.
#ifndef FERRO_SERVICES_EMBED_RUN_H_
#define FERRO_SERVICES_EMBED_RUN_H_

#include "absl/status/status.h"
#include "services/embed/flags.h"

namespace ferro {

// As RunService.
absl::Status RunEmbed(const EmbedFlags& flags);

}  // namespace ferro

#endif  // FERRO_SERVICES_EMBED_RUN_H_
