// How long a launch takes, by a rough model of the device: good enough to keep launches and the queue bounded.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_LAUNCH_COST_H_
#define FERRO_ENGINE_BACKEND_OPENCL_LAUNCH_COST_H_

#include "engine/opencl/device.h"
#include "engine/opencl/launch_work.h"

namespace ferro::opencl {

// What a device does in a millisecond, cautiously: a launch should rather be shorter than meant.
struct DeviceRates {
  double int8_ops = 0;
  double float_ops = 0;
  double bytes = 0;
};

// From the device's own description: nothing is measured, so that equal devices cut their work equally.
DeviceRates CautiousRates(const Device& device);

// Milliseconds.
double CostMs(const WorkTotals& work, const DeviceRates& rates);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_LAUNCH_COST_H_
