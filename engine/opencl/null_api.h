// A driver without a device: it takes every program, kernel, buffer and launch, computes nothing, and what is read from
// it is zeros. The engine's own code runs on it unchanged, so that its launches can be seen where there is no such
// device (ContextOptions::on_launch), and errors of the code around a kernel can be tested without one.
#ifndef FERRO_ENGINE_OPENCL_NULL_API_H_
#define FERRO_ENGINE_OPENCL_NULL_API_H_

#include "engine/opencl/functions.h"

namespace ferro::opencl {

// Buffers take no memory, programs build at once, everything enqueued is over at once, objects need no release. It has
// no platforms: whoever opens a context on it says what device to be (device.h). Thread-safe; lives for ever.
const Api& NullApi();

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_NULL_API_H_
