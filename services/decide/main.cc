// ferro-decide: serves one decision model over gRPC.
#include "services/common/service_main.h"
#include "services/decide/flags.h"
#include "services/decide/run.h"

int main(int argc, char** argv) {
  return ferro::ServiceMain<ferro::DecideFlags>(argc, argv,
                                                {"decide", "Serves one decision model over gRPC.",
                                                 ferro::AddDecideFlags, ferro::ValidateDecideFlags, ferro::RunDecide});
}
