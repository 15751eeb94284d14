// Runs a kernel test on every OpenCL device of the machine. Tests skip, visibly, where there is none.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_TESTING_H_
#define FERRO_ENGINE_KERNELS_OPENCL_TESTING_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/kernels/opencl/sources.h"
#include "engine/opencl/context.h"
#include "gtest/gtest.h"

namespace ferro {

// One device and the dot product it is to use: every one of kDotPaths that works there.
struct KernelTestCase {
  int device;  // index into EnumerateDevices
  DotPath dot;
  std::string name;  // of the test
};

// FERRO_TEST_DEVICES, a comma-separated list, keeps only the devices that it names (opencl:N), or whose platform or
// name contains one of its words.
std::vector<KernelTestCase> KernelTestCases();
std::string NameOfCase(const testing::TestParamInfo<KernelTestCase>& info);

class KernelTest : public testing::TestWithParam<KernelTestCase> {
 protected:
  // The device's context, shared by all tests of the process.
  opencl::Context& context() const;
  DotPath dot() const { return GetParam().dot; }

  // A buffer that holds `values`.
  template <class T>
  opencl::Buffer Upload(const std::vector<T>& values) {
    return UploadBytes(values.data(), static_cast<int64_t>(values.size() * sizeof(T)));
  }
  // A buffer of `count` values, all bytes 0xff (a NaN for floats), so that what a kernel leaves out shows.
  template <class T>
  opencl::Buffer Unwritten(int64_t count) {
    return Upload(std::vector<uint8_t>(count * sizeof(T), 0xff));
  }
  // The first `count` values of the buffer, after everything enqueued.
  template <class T>
  std::vector<T> Download(const opencl::Buffer& buffer, int64_t count) {
    std::vector<T> values(count);
    DownloadBytes(buffer, count * static_cast<int64_t>(sizeof(T)), values.data());
    return values;
  }

 private:
  opencl::Buffer UploadBytes(const void* from, int64_t bytes);
  void DownloadBytes(const opencl::Buffer& buffer, int64_t bytes, void* to);
};

#define FERRO_FOR_EACH_OPENCL_DEVICE(suite)             \
  GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(suite); \
  INSTANTIATE_TEST_SUITE_P(OpenCl, suite, testing::ValuesIn(::ferro::KernelTestCases()), ::ferro::NameOfCase)

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPENCL_TESTING_H_
