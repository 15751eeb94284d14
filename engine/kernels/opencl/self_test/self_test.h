// Whether a device computes what its kernels are meant to, found out before anybody relies on it: every kernel runs
// once on small inputs and must give the bits of its scalar definition (families.h).
//
// On a GPU it runs twice. A child process builds everything with the shapes that the device would start from and tests
// it (SelfTest), so that a driver that dies over a kernel does not take a service with it; once it has passed, the
// program cache remembers that for this driver and these sources (probe.h). Then the backend tests, in its own process
// and at every start, exactly the programs that it is going to use (TestKernels, and families.h for what a model asks
// for later): they come out of the cache, and what they do on the device takes milliseconds. What only the second one
// meets are other constants in the same sources (tuned tiles, head shapes, taps).
#ifndef FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_SELF_TEST_H_
#define FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_SELF_TEST_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "engine/kernels/opencl/argmax.h"
#include "engine/kernels/opencl/gemm.h"
#include "engine/kernels/opencl/gemv.h"
#include "engine/kernels/opencl/moe.h"
#include "engine/kernels/opencl/rows.h"
#include "engine/kernels/opencl/self_test/fused_forms.h"
#include "engine/kernels/opencl/sources.h"
#include "engine/opencl/context.h"
#include "engine/opencl/device.h"

namespace ferro::opencl::self_test {

// Announces a step that may crash. False: it did before, so leave it out.
using BeginStep = std::function<bool(absl::string_view step)>;

// The kernels that do not depend on a model.
struct KernelsUnderTest {
  const RowKernels& rows;
  const GemmKernels& gemm;
  const GemvKernels& gemv;
  const MoeKernels& moe;
  const ArgmaxKernels& argmax;
};

// Adds fused forms that are wrong to `disabled`, and does not touch those that are there already; with `fuse` false
// tests none. Any other error is one of a kernel that nothing can replace: see families.h.
absl::Status TestKernels(Context& context, const KernelsUnderTest& kernels, bool fuse, const BeginStep& begin,
                         DisabledForms& disabled);

// Builds and tests everything, with that dot product and the shapes to start from.
absl::Status SelfTest(Context& context, DotPath dot, const BeginStep& begin, DisabledForms& disabled);

// kUnavailable: names the device, says what is wrong with it and what to do.
absl::Status DeviceFails(const Device& device, absl::string_view why);

}  // namespace ferro::opencl::self_test

#endif  // FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_SELF_TEST_H_
