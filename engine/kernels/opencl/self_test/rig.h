// What the self-test of every kernel family works with: small inputs on the device, launches, comparison bit by bit.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_RIG_H_
#define FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_RIG_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "engine/kernels/int8/int8_kernels.h"
#include "engine/kernels/opencl/types.h"
#include "engine/kernels/ops/float_kernels.h"
#include "engine/opencl/context.h"

namespace ferro::opencl::self_test {

// The definitions that kernels must equal.
inline const FloatKernels& Scalar() { return FloatKernelsFor(Isa::kScalar); }
inline const Int8Kernels& ScalarInt8() { return Int8KernelsFor(Isa::kScalar); }

// Of a normal distribution. The same at every start.
std::vector<float> RandomFloats(int64_t count, uint32_t seed, float spread);

// Rows that the scalar table has quantised.
struct HostInt8 {
  QuantizedRows view() { return {inputs, values.data(), scales.data(), offsets.data()}; }
  int64_t inputs;
  std::vector<int8_t> values;
  std::vector<float> scales;
  std::vector<int32_t> offsets;
};
HostInt8 Quantised(const std::vector<float>& rows, int inputs);

// Such rows on the device.
struct DeviceInt8 {
  InputView view() const { return {values.get(), scales.get(), inputs}; }
  Buffer values, scales;
  int rows = 0;
  int inputs = 0;
};

// The first error sticks: what comes after it does nothing, so that a test reads straight on and asks once.
// One thread, the one that owns the context.
class Rig {
 public:
  explicit Rig(Context& context) : context_(context) {}

  template <class T>
  Buffer Upload(const std::vector<T>& values) {
    return UploadBytes(values.data(), static_cast<int64_t>(values.size() * sizeof(T)));
  }
  DeviceInt8 Upload(const HostInt8& rows);

  // All bytes are 0xff, a NaN for floats, so that what a kernel leaves out, or writes beyond its range, shows.
  template <class T>
  Buffer Unwritten(int64_t count) {
    return Upload(std::vector<uint8_t>(count * sizeof(T), 0xff));
  }
  DeviceInt8 UnwrittenInt8(int rows, int inputs);

  // Enqueues what `append` appends.
  void Run(const std::function<absl::Status(LaunchList&)>& append);

  // kInternal: the whole buffer is not `want`, bit for bit; the message names `kernel`. Any NaN equals any other.
  void Expect(absl::string_view kernel, const Buffer& got, const std::vector<float>& want);
  void Expect(absl::string_view kernel, const Buffer& got, const std::vector<int32_t>& want);
  void Expect(absl::string_view kernel, const Buffer& got, const std::vector<uint8_t>& want);

  // Rows of `range` are those of `want` [row][inputs], quantised; the others are still unwritten.
  void ExpectQuantised(absl::string_view kernel, const DeviceInt8& got, const std::vector<float>& want, RowRange range);

  const absl::Status& status() const { return status_; }

 private:
  Buffer UploadBytes(const void* from, int64_t bytes);
  std::vector<uint8_t> Download(absl::string_view kernel, const Buffer& from);
  template <class T>
  void ExpectEach(absl::string_view kernel, const Buffer& got, const std::vector<T>& want);

  Context& context_;
  absl::Status status_;
};

}  // namespace ferro::opencl::self_test

#endif  // FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_RIG_H_
