// Random int8 matrices, on the device and as the scalar kernels take them.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_MATRICES_H_
#define FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_MATRICES_H_

#include <cstdint>
#include <vector>

#include "engine/kernels/opencl/self_test/rig.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl::self_test {

// A stack of `count` matrices in MatrixView's layout. Values over the whole int8 range, -128 included; scales of either
// sign, 2^-9 to 2^-6 in size.
class Matrices {
 public:
  Matrices(Rig& rig, int outputs, int inputs, int count);

  // The first `outputs` of every matrix.
  MatrixView view(int outputs) const { return {values_.get(), scales_.get(), outputs, inputs_, padded_, count_}; }
  MatrixView view() const { return view(outputs_); }

  // Row `row` of x times each output of a matrix, with the fold of the tile GEMM (the scalar gemm).
  std::vector<float> Gemm(int matrix, HostInt8& x, int row) const;
  // Likewise with the fold of the decode products (gemv_twin.h).
  std::vector<float> Gemv(int matrix, HostInt8& x, int row) const;

  const std::vector<uint32_t>& host_values() const { return host_values_; }
  const std::vector<uint16_t>& host_scales() const { return host_scales_; }
  int padded() const { return padded_; }

 private:
  const uint32_t* values_of(int matrix) const { return &host_values_[int64_t{matrix} * inputs_ / 4 * padded_]; }
  const uint16_t* scales_of(int matrix) const { return &host_scales_[int64_t{matrix} * inputs_ / kBlock * padded_]; }

  int outputs_, inputs_, padded_, count_;
  std::vector<uint32_t> host_values_;
  std::vector<uint16_t> host_scales_;
  Buffer values_, scales_;
};

}  // namespace ferro::opencl::self_test

#endif  // FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_MATRICES_H_
