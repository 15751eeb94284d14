// One operation of a pass as the backend remembers it until the pass is complete.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_OP_H_
#define FERRO_ENGINE_BACKEND_OPENCL_OP_H_

#include "engine/backend/backend.h"
#include "engine/backend/opencl/objects.h"

namespace ferro::opencl {

enum class OpKind {
  kEmbed,
  kNorm,
  kMatMul,
  kMatMulAdd,
  kStoreQkv,
  kAttention,
  kShortConv,
  kSwiGlu,
  kMoe,
  kKeepLogitRows,
  kArgmax,
  // Of encoder passes alone.
  kWindow,
  kKeepRows,
  kNormRows,
  kLayerNorm,
  kNormRope,
  kSymmetricAttention,
  kCentredConv,
  kAddRunRow,
  kRelu,
  kGeluDot,
  // Of those whose branches are normalised before they join the residual; no others follow.
  kEmbedScaled,
  kToInput,
  kAddNorm,
  kMeanOfRuns,
  kGeluGate,
  kGeluGateNormed,
};

// Which fields are set follows from the kind; Backend's methods say what they mean. Two passes with equal operations
// and an equal shape (planner.h) need the same launches.
struct Op {
  OpKind kind;
  const DeviceMatrix* matrix = nullptr;
  const DeviceVector* weight = nullptr;        // norm weight, convolution taps, query norm
  const DeviceVector* key_weight = nullptr;    // key norm
  const DeviceVector* value_weight = nullptr;  // value norm
  const DeviceVector* next_weight = nullptr;   // of the norm that makes a matrix input of a sum
  const DeviceVector* bias = nullptr;          // of a layer norm, or added to a product
  const DeviceRows* from = nullptr;            // float rows read
  const DeviceRows* to = nullptr;              // float rows written or added to
  const DeviceInput* input = nullptr;          // matrix input read
  const DeviceInput* output = nullptr;         // matrix input written
  const DeviceKvCache* cache = nullptr;
  const DeviceConvState* state = nullptr;
  const MoeLayer* moe = nullptr;
  float eps = 0;
  float rope_base = 0;
  int rope_dims = 0;
  RowRange window = {};
  HeadShape heads = {};              // of attention without a cache
  const DeviceRows* keys = nullptr;  // float rows of keys and values, or the second of two that are read
  int key_column = 0;
  float scale = 0;
  int radius = 0;

  bool operator==(const Op&) const = default;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_OP_H_
