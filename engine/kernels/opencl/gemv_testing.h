// Random products on the host and on a device, for the tests of the decode GEMV.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMV_TESTING_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMV_TESTING_H_

#include <map>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/kernels/opencl/gemv.h"
#include "engine/kernels/opencl/gemv_twin.h"
#include "engine/kernels/opencl/input_testing.h"
#include "engine/kernels/opencl/pack.h"
#include "engine/kernels/ops/float_kernels.h"

namespace ferro::opencl {

class GemvTest : public InputTest {
 protected:
  static constexpr float kEps = 1e-5f;

  struct Stack {
    MatrixView view() const { return {values.get(), scales.get(), outputs, inputs, padded, count}; }
    std::vector<uint32_t> host_values;
    std::vector<uint16_t> host_scales;
    Buffer values, scales;
    int outputs, inputs, padded, count;
  };

  // Rows as the product takes them. `quantised` is what it multiplies, after the norm if there is one.
  struct Rows {
    bool norm;
    std::vector<float> floats, weight;
    QuantizedBuffer quantised;
    Buffer device_floats, device_weight, device_values, device_scales;
    int count, width;
    std::variant<InputView, NormedRows> view() const {
      if (norm) return NormedRows{{device_floats.get(), width}, device_weight.get(), kEps};
      return InputView{device_values.get(), device_scales.get(), width};
    }
  };

  static const FloatKernels& Scalar() { return FloatKernelsFor(Isa::kScalar); }

  // The device's own shapes and, where that is quick, others. Built once a process.
  std::vector<GemvTuning> Tunings() const {
    const Device& device = context().device();
    const GemvTuning own = GemvTuningFor(device);
    if (absl::StrContains(device.name, "llvmpipe")) return {own};
    const GemvTuning parts_at_once = {.shape = {.lanes = 32, .ahead = 3, .parts_at_once = true},
                                      .narrow = {.lanes = 8, .ahead = 8},
                                      .narrow_outputs = 1024};
    if (own.shape.span == 1) return {own, parts_at_once};
    return {own, parts_at_once, {.shape = {.lanes = 96, .span = 48, .ahead = 2}}};
  }
  // The others are tried in passes of 8 rows alone: most of the time goes to the driver's compiler.
  bool Tests(const GemvTuning& tuning, int rows) const { return Text(tuning) == Text(Tunings()[0]) || rows > 4; }
  static std::string Text(const GemvTuning& tuning) {
    return absl::StrCat(GemvShapeText(tuning.shape), tuning.narrow_outputs > 0 ? " or narrow" : "");
  }
  const GemvKernels& Kernels(const GemvTuning& tuning) const {
    static auto* const built = new std::map<std::string, GemvKernels>;
    const std::string key = absl::StrCat(GetParam().name, " ", Text(tuning));
    if (!built->contains(key)) {
      auto kernels = GemvKernels::Build(builder(), tuning);
      EXPECT_OK(kernels.status());
      built->emplace(key, kernels.ok() ? *std::move(kernels) : GemvKernels());
    }
    return built->at(key);
  }

  // Values over the whole int8 range; scales of either sign, 2^-9 to 2^-6 in size, a few of them denormal halves.
  Stack RandomStack(int outputs, int inputs, int count, uint32_t seed) {
    const int padded = static_cast<int>(PaddedOutputs(outputs)), blocks = inputs / kBlock;
    std::mt19937 random(seed);
    Stack stack{{}, {}, {}, {}, outputs, inputs, padded, count};
    stack.host_values.resize(int64_t{count} * blocks * 8 * padded);
    stack.host_scales.resize(int64_t{count} * blocks * padded);
    for (size_t i = 0; i < stack.host_values.size(); ++i) {
      if (static_cast<int>(i % padded) < outputs) stack.host_values[i] = random();
    }
    for (size_t i = 0; i < stack.host_scales.size(); ++i) {
      const uint32_t bits = random();
      const uint32_t exponent = bits >> 16 & 63 ? 6 + (bits >> 24) % 4 : 0;
      if (static_cast<int>(i % padded) < outputs) stack.host_scales[i] = (bits & 0x83ff) | exponent << 10;
    }
    stack.values = Upload(stack.host_values);
    stack.scales = Upload(stack.host_scales);
    return stack;
  }

  Rows MakeRows(std::vector<float> floats, int width, bool norm) {
    const int count = static_cast<int>(floats.size()) / width;
    const std::vector<float> weight = RandomFloats(width, 77, 1.0f);
    std::vector<float> multiplied = floats;
    for (int r = 0; norm && r < count; ++r) {
      Scalar().rms_norm(&floats[r * width], weight.data(), kEps, width, &multiplied[r * width]);
    }
    QuantizedBuffer quantised = QuantizeAll(Int8KernelsFor(Isa::kScalar), multiplied, width);
    return {norm,
            floats,
            weight,
            quantised,
            Upload(floats),
            Upload(weight),
            Upload(quantised.values()),
            Upload(quantised.scales()),
            count,
            width};
  }
  Rows RandomRows(int count, int width, bool norm, uint32_t seed) {
    return MakeRows(RandomFloats(int64_t{count} * width, seed, 3.0f), width, norm);
  }

  // Row `row` times matrix `matrix`, all outputs.
  static std::vector<float> Product(const Stack& stack, int matrix, Rows& rows, int row) {
    const int64_t blocks = stack.inputs / kBlock;
    const QuantizedRows x = rows.quantised.view().From(row);
    std::vector<float> y(stack.outputs);
    for (int output = 0; output < stack.outputs; ++output) {
      y[output] = GemvTwin(&stack.host_values[matrix * blocks * 8 * stack.padded],
                           &stack.host_scales[matrix * blocks * stack.padded], stack.padded, stack.inputs, output,
                           x.values, x.scales);
    }
    return y;
  }
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMV_TESTING_H_
