// What a model asks of the kernels: the sizes that tuning measures at, and how often a pass meets each.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_TUNING_MODEL_SHAPES_H_
#define FERRO_ENGINE_BACKEND_OPENCL_TUNING_MODEL_SHAPES_H_

#include <string>
#include <vector>

#include "engine/kernels/opencl/kv.h"

namespace ferro::opencl {

// What happens to a product, in a decode step inside the same kernel (gemv.h).
enum class ProductUse { kStore, kAdd, kSwiglu, kConvolve };

// A matrix of outputs x inputs, and those of other layers that are like it.
struct MatrixShape {
  std::string name;
  int outputs = 0;
  int inputs = 0;  // a multiple of 32
  ProductUse use = ProductUse::kStore;
  bool norm = false;         // its rows are normalised first
  double decode_uses = 0;    // times that a decode step multiplies one row by such a matrix
  double prefill_uses = 0;   // and a prefill pass its rows; 0: never
  double prefill_share = 1;  // of the pass's rows that such a product sees
};

struct ModelShapes {
  std::string name;
  std::vector<MatrixShape> matrices;
  int taps = 3;  // of the short convolution, for ProductUse::kConvolve
  HeadShape heads;
  int attention_layers = 0;  // 0: no attention, `heads` does not count
  KvFormat kv = KvFormat::kF32;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_TUNING_MODEL_SHAPES_H_
