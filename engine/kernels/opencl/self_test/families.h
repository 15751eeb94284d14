// The self-test of each family of kernels: every kernel once, on inputs that just cross the edges of its tiles, against
// the scalar tables (gemv_twin.h for decode products) and the plain loops that define the rest. Equal bits are asked
// for, in what is written and in what must stay as it is.
//
// The kernels must be of that context. kInternal: a kernel computes wrong, or the driver refuses it; the message names
// it. kUnavailable: the device is lost. kResourceExhausted: not even these few megabytes fit.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_FAMILIES_H_
#define FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_FAMILIES_H_

#include "absl/status/status.h"
#include "engine/kernels/opencl/argmax.h"
#include "engine/kernels/opencl/attention.h"
#include "engine/kernels/opencl/conv.h"
#include "engine/kernels/opencl/encoder_rows.h"
#include "engine/kernels/opencl/gemm.h"
#include "engine/kernels/opencl/gemm_mma.h"
#include "engine/kernels/opencl/kv_store.h"
#include "engine/kernels/opencl/mma_products.h"
#include "engine/kernels/opencl/moe.h"
#include "engine/kernels/opencl/norm_rope.h"
#include "engine/kernels/opencl/residual_rows.h"
#include "engine/kernels/opencl/rows.h"
#include "engine/kernels/opencl/symmetric_attention.h"
#include "engine/opencl/context.h"

namespace ferro::opencl::self_test {

absl::Status TestRows(Context& context, const RowKernels& kernels);
absl::Status TestGemm(Context& context, const GemmKernels& kernels);
absl::Status TestMmaGemm(Context& context, const MmaGemmKernels& kernels);
// Both sizes of tiles.
absl::Status TestMmaProducts(Context& context, const MmaProducts& products);
absl::Status TestMoe(Context& context, const MoeKernels& kernels);
absl::Status TestArgmax(Context& context, const ArgmaxKernels& kernels);
absl::Status TestConv(Context& context, const ConvKernels& kernels, int taps);
absl::Status TestKvStore(Context& context, const KvStoreKernels& kernels, KvFormat format, const HeadShape& shape);
absl::Status TestAttention(Context& context, const AttentionKernels& kernels, KvFormat format, const HeadShape& shape);
absl::Status TestEncoderRows(Context& context, const EncoderRowKernels& kernels);
absl::Status TestResidualRows(Context& context, const ResidualRowKernels& kernels);
absl::Status TestNormRope(Context& context, const NormRopeKernels& kernels, const HeadShape& shape);
absl::Status TestSymmetricAttention(Context& context, const SymmetricAttentionKernels& kernels, const HeadShape& shape);
// Decode products: decode.h.

}  // namespace ferro::opencl::self_test

#endif  // FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_FAMILIES_H_
