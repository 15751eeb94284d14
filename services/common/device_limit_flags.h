// The flags that say what computes, in turns with whom, and what an OpenCL device and its driver are trusted with.
#ifndef FERRO_SERVICES_COMMON_DEVICE_LIMIT_FLAGS_H_
#define FERRO_SERVICES_COMMON_DEVICE_LIMIT_FLAGS_H_

#include <string>

#include "CLI/CLI.hpp"
#include "engine/backend/create.h"

namespace ferro {

// Declares --device, --isa, --threads, --pool-spin-us and the limits, in a group `Device` of the help. `devices`: the
// names that --device takes, for the help. `options` must outlive the parsing; ValidateBackendOptions checks the
// ranges.
void AddDeviceFlags(CLI::App& app, BackendOptions& options, const std::string& devices);

// Of these, --lease, which is on from here on, --lease-file, --launch-ms, --queue-ms and --device-timeout.
void AddDeviceLimitFlags(CLI::App& app, BackendOptions& options, const std::string& group);

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_DEVICE_LIMIT_FLAGS_H_
