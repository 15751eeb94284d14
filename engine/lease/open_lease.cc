#include "engine/lease/open_lease.h"

#include <utility>

#include "absl/status/statusor.h"
#include "base/log.h"
#include "base/runtime_folder.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

absl::StatusOr<std::unique_ptr<DeviceLease>> Open(std::string path) {
  if (path.empty()) {
    FERRO_ASSIGN_OR_RETURN(const std::string folder, RuntimeFolder());
    path = folder + "/lease";
  }
  return DeviceLease::Open(path);
}

}  // namespace

std::shared_ptr<DeviceLease> OpenLease(const std::string& path) {
  absl::StatusOr<std::unique_ptr<DeviceLease>> lease = Open(path);
  if (lease.ok()) return *std::move(lease);
  LogWarning("device_lease_not_used", {{"reason", lease.status().message()},
                                       {"effect", "other Ferro programs on this machine may slow each other down"},
                                       {"remedy", "--lease-file PATH in a folder of this user, or --lease off"}});
  return nullptr;
}

std::shared_ptr<DeviceLease> LateLease::Open() {
  const std::lock_guard lock(mutex_);
  if (!lease_) lease_ = OpenLease(path_);
  return *lease_;
}

}  // namespace ferro
