// The life of a service process with one model: what every kind of model puts together before RunService.
#ifndef FERRO_SERVICES_COMMON_RUN_MODEL_H_
#define FERRO_SERVICES_COMMON_RUN_MODEL_H_

#include <atomic>
#include <functional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "services/common/admin.h"
#include "services/common/run_service.h"

namespace ferro {

// Runs `Service` and AdminService over `Admin` (a ModelAdmin) around a `Host` (a ModelHostOf) until the process is to
// end; see RunService. `name` is the service's full name; `load` fills the host, see ServiceParts::load.
template <class Host, class Service, class Admin>
absl::Status RunModel(const ProcessFlags& flags, std::string name,
                      std::function<absl::Status(Host& host, std::function<void(bool)> on_serving)> load) {
  Host host;
  std::atomic<bool> drain_called = false;
  Service service(host);
  Admin admin(host, absl::Seconds(flags.drain_seconds), [&] { drain_called = true; });
  AdminService admin_service(admin);
  ServiceParts parts;
  parts.services = {&service, &admin_service};
  parts.names = {std::move(name), admin::v1::AdminService::service_full_name()};
  parts.model = &host;
  parts.load = [&](std::function<void(bool)> on_serving) { return load(host, std::move(on_serving)); };
  parts.drain_called = &drain_called;
  return RunService(flags, parts);
}

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_RUN_MODEL_H_
