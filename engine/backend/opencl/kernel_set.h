// Every kernel that the backend launches, built for one device.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_KERNEL_SET_H_
#define FERRO_ENGINE_BACKEND_OPENCL_KERNEL_SET_H_

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/argmax.h"
#include "engine/kernels/opencl/attention.h"
#include "engine/kernels/opencl/conv.h"
#include "engine/kernels/opencl/encoder_rows.h"
#include "engine/kernels/opencl/gemm.h"
#include "engine/kernels/opencl/gemm_mma.h"
#include "engine/kernels/opencl/gemv.h"
#include "engine/kernels/opencl/kv_store.h"
#include "engine/kernels/opencl/mma_products.h"
#include "engine/kernels/opencl/moe.h"
#include "engine/kernels/opencl/norm_rope.h"
#include "engine/kernels/opencl/residual_rows.h"
#include "engine/kernels/opencl/rows.h"
#include "engine/kernels/opencl/self_test/fused_forms.h"
#include "engine/kernels/opencl/symmetric_attention.h"
#include "engine/kernels/opencl/types.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

// Work-group shapes and tiles: speed alone, never bits.
struct KernelTuning {
  GemmTuning gemm;
  GemvTuning gemv;
  AttentionTuning attention;
  MmaTuning mma;
};

// What to start from where nothing was measured.
KernelTuning KernelTuningFor(const Device& device, DotPath dot);

// Attention of one head shape and key/value type.
struct AttentionSet {
  KvStoreKernels store;
  AttentionKernels attention;
};

class KernelSet {
 public:
  // Builds what does not depend on a model. The builder's context must outlive it.
  static absl::StatusOr<std::unique_ptr<KernelSet>> Build(const Builder& builder, const KernelTuning& tuning);

  // Runs every kernel on small inputs against its scalar definition (self_test.h), now and whenever one is built later.
  // A form that is wrong is given up, as those in `disabled` are unseen; a line in the log says so. With `fuse` false
  // no fused decode form is tested. Products on tensor cores are built here, and used from then on. Any other error is
  // a kernel's that nothing can replace, which it names. `context` is the builder's.
  absl::Status SelfTest(Context& context, bool fuse, const DisabledForms& disabled);

  // Whether decode products may take that form.
  bool Fuses(FusedForm form) const { return !disabled_.contains(form); }

  const RowKernels& rows() const { return rows_; }
  const GemmKernels& gemm() const { return *gemm_; }
  // Products of those weights with so many rows on tensor cores. Null: GemmKernels do them.
  const MmaGemmKernels* Mma(const MatrixView& weights, int rows) const;
  // Likewise of gate and up rows, whose tiles are large anyway.
  const MmaGemmKernels* MmaSwiglu(const MatrixView& weights) const;
  const GemvKernels& gemv() const { return gemv_; }
  const MoeKernels& moe() const { return moe_; }
  const ArgmaxKernels& argmax() const { return argmax_; }

  // Built at first use, which takes as long as a compiler does: ask while loading. kUnavailable: a kernel is wrong.
  absl::StatusOr<const ConvKernels*> Conv(int taps);
  absl::StatusOr<const AttentionSet*> Attention(KvFormat format, const HeadShape& shape);

  // Likewise for encoder passes, the first of which asks.
  absl::StatusOr<const EncoderRowKernels*> Encoder();
  absl::StatusOr<const ResidualRowKernels*> Residual();
  absl::StatusOr<const NormRopeKernels*> NormRope(const HeadShape& shape);
  absl::StatusOr<const SymmetricAttentionKernels*> SymmetricAttention(const HeadShape& shape);

 private:
  KernelSet(const Builder& builder, const KernelTuning& tuning) : builder_(builder), tuning_(tuning) {}

  // Why they cannot be used.
  absl::Status BuildMma(Context& context);
  // The result of a test of a kernel that nothing can replace.
  absl::Status Judged(const absl::Status& test) const;

  const Builder builder_;
  const KernelTuning tuning_;
  Context* tests_on_ = nullptr;  // where new kernels are tested
  DisabledForms disabled_;
  RowKernels rows_;
  std::optional<GemmKernels> gemm_;
  std::optional<MmaProducts> mma_;
  GemvKernels gemv_;
  MoeKernels moe_;
  ArgmaxKernels argmax_;
  std::map<int, ConvKernels> conv_;
  std::map<std::pair<KvFormat, HeadShape>, AttentionSet> attention_;
  std::optional<EncoderRowKernels> encoder_rows_;
  std::optional<ResidualRowKernels> residual_rows_;
  std::map<HeadShape, NormRopeKernels> norm_rope_;
  std::map<HeadShape, SymmetricAttentionKernels> symmetric_attention_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_KERNEL_SET_H_
