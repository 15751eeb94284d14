// What the tests of kernels that store or read keys and values share.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_KV_TESTING_H_
#define FERRO_ENGINE_KERNELS_OPENCL_KV_TESTING_H_

#include "engine/kernels/opencl/self_test/kv_array.h"
#include "engine/kernels/opencl/self_test/pass_data.h"

namespace ferro {

using TestRun = opencl::self_test::Run;
using opencl::self_test::PassData;

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPENCL_KV_TESTING_H_
