// A device's description as JSON, for people's programs and for the way from a probing process to its parent.
#ifndef FERRO_ENGINE_OPENCL_DEVICE_JSON_H_
#define FERRO_ENGINE_OPENCL_DEVICE_JSON_H_

#include "base/json.h"
#include "engine/opencl/device.h"

namespace ferro::opencl {

// Everything but the handles.
Json DeviceToJson(const Device& device);

// Missing members, and those of another type, keep their defaults.
Device DeviceFromJson(const Json& json);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_DEVICE_JSON_H_
