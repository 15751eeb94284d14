// The lease that a program takes part in, unless it cannot.
#ifndef FERRO_ENGINE_LEASE_OPEN_LEASE_H_
#define FERRO_ENGINE_LEASE_OPEN_LEASE_H_

#include <memory>
#include <string>

#include "engine/lease/device_lease.h"

namespace ferro {

// Opens the lease file at `path`; empty: `lease` in RuntimeFolder(), which every program of this user finds. Null where
// that is not possible: a warning in the log says why, and this program then uses the device without asking.
std::shared_ptr<DeviceLease> OpenLease(const std::string& path);

}  // namespace ferro

#endif  // FERRO_ENGINE_LEASE_OPEN_LEASE_H_
