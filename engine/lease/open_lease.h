// The lease that a program takes part in, unless it cannot.
#ifndef FERRO_ENGINE_LEASE_OPEN_LEASE_H_
#define FERRO_ENGINE_LEASE_OPEN_LEASE_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "engine/lease/device_lease.h"

namespace ferro {

// Opens the lease file at `path`; empty: `lease` in RuntimeFolder(), which every program of this user finds. Null where
// that is not possible: a warning in the log says why, and this program then uses the device without asking.
std::shared_ptr<DeviceLease> OpenLease(const std::string& path);

// The lease of a model of which only its device tells whether it takes turns: no file is touched for one that takes
// none. Any thread may call any method.
class LateLease {
 public:
  explicit LateLease(std::string path) : path_(std::move(path)) {}

  // What OpenLease gave when this was first called.
  std::shared_ptr<DeviceLease> Open();

 private:
  const std::string path_;
  std::mutex mutex_;
  std::optional<std::shared_ptr<DeviceLease>> lease_;  // guarded by mutex_
};

}  // namespace ferro

#endif  // FERRO_ENGINE_LEASE_OPEN_LEASE_H_
