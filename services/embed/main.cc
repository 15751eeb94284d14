// ferro-embed: serves one embedding model over gRPC.
#include "services/common/service_main.h"
#include "services/embed/flags.h"
#include "services/embed/run.h"

int main(int argc, char** argv) {
  return ferro::ServiceMain<ferro::EmbedFlags>(argc, argv,
                                               {"embed", "Serves one embedding model over gRPC.", ferro::AddEmbedFlags,
                                                ferro::ValidateEmbedFlags, ferro::RunEmbed});
}
