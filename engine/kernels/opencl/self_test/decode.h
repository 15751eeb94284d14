// The self-test of the decode products, form by form: a fused one that is wrong can be given up.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_DECODE_H_
#define FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_DECODE_H_

#include <vector>

#include "absl/status/status.h"
#include "engine/kernels/opencl/gemv.h"
#include "engine/kernels/opencl/self_test/fused_forms.h"
#include "engine/kernels/opencl/self_test/matrices.h"
#include "engine/kernels/opencl/self_test/rig.h"

namespace ferro::opencl::self_test {

// Holds what the forms have in common: a matrix of three parts, rows, and the products of both. Errors are those of
// families.h. Both arguments must outlive it.
class DecodeTest {
 public:
  DecodeTest(Context& context, const GemvKernels& kernels);

  // What cannot be given up: storing and adding, of one matrix and of the experts that rows chose.
  absl::Status TestPlain();
  absl::Status Test(FusedForm form);

 private:
  void TestStore(Rig& rig, const Matrices& weights, int outputs, bool norm, bool add);
  void TestSwiglu(Rig& rig, bool norm);
  void TestConvolve(Rig& rig, bool norm);
  void TestExperts(Rig& rig, bool swiglu);

  // What is multiplied.
  std::variant<InputView, NormedRows> Input(bool norm) const;
  // Row `row` times the first part outputs of `weights`.
  std::vector<float> Product(const Matrices& weights, bool norm, int row);
  // Ranges of rows that meet every program.
  std::vector<RowRange> Ranges(bool norm) const;

  Context& context_;
  const GemvKernels& kernels_;
  const int width_;   // outputs of a part: those of a group, and a block
  const int inputs_;  // every work-item folds its blocks, and one folds again
  Rig rig_;           // of the set-up
  const Matrices weights_;
  std::vector<float> x_, norm_weight_;
  HostInt8 quantised_, normed_;
  Buffer x_buffer_, norm_buffer_;
  DeviceInt8 input_;
};

}  // namespace ferro::opencl::self_test

#endif  // FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_DECODE_H_
