// The flags that bound what an OpenCL device and its driver are trusted with; of every program that runs a model.
#ifndef FERRO_SERVICES_COMMON_DEVICE_LIMIT_FLAGS_H_
#define FERRO_SERVICES_COMMON_DEVICE_LIMIT_FLAGS_H_

#include <string>

#include "CLI/CLI.hpp"
#include "engine/backend/create.h"

namespace ferro {

// Declares --launch-ms, --queue-ms and --device-timeout in that group of the help. `options` must outlive the parsing;
// ValidateBackendOptions checks the ranges.
void AddDeviceLimitFlags(CLI::App& app, BackendOptions& options, const std::string& group);

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_DEVICE_LIMIT_FLAGS_H_
