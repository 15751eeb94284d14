// ferro-lm: serves one language model over gRPC.
#include "services/common/service_main.h"
#include "services/lm/flags.h"
#include "services/lm/run.h"

int main(int argc, char** argv) {
  return ferro::ServiceMain<ferro::LmFlags>(
      argc, argv,
      {"lm", "Serves one language model over gRPC.", ferro::AddLmFlags,
       [](ferro::LmFlags& flags) { return ferro::ValidateLmFlags(flags); }, ferro::RunLm});
}
