// The life of a service process: listen, load, serve, drain.
#ifndef FERRO_SERVICES_COMMON_RUN_SERVICE_H_
#define FERRO_SERVICES_COMMON_RUN_SERVICE_H_

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "grpcpp/grpcpp.h"
#include "services/common/model_host.h"
#include "services/common/process_flags.h"

namespace ferro {

// What one kind of service brings along.
struct ServiceParts {
  std::vector<grpc::Service*> services;
  std::vector<std::string> names;  // of these, for the health service
  ServedModel* model = nullptr;    // the host that `load` fills
  // Loads the model into its host and logs what it is. May call `on_serving` from any thread as long as the model
  // lives: false when its device has failed, true when a rebuilt one takes over.
  std::function<absl::Status(std::function<void(bool)> on_serving)> load;
  // Set when a client has called Drain, which the host then knows of.
  const std::atomic<bool>* drain_called = nullptr;
};

// Returns after a stop signal or a Drain call, when running requests are done or the grace is over; a second signal
// ends them at once. An error: what kept the server from listening or loading, or a device that is gone for good.
// Requires BlockStopSignals() before any thread.
absl::Status RunService(const ProcessFlags& flags, const ServiceParts& parts);

// For LanguageModelOptions::progress and the like: a line that overwrites itself where standard error is a terminal,
// nothing elsewhere.
std::function<void(double)> ProgressLine();

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_RUN_SERVICE_H_
