#include "engine/backend/opencl/kernel_set.h"

#include <string>
#include <utility>

#include "base/log.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/self_test.h"

namespace ferro::opencl {

KernelTuning KernelTuningFor(const Device& device, DotPath dot) {
  return {GemmTuningFor(device, dot), GemvTuningFor(device), {}, MmaTuningFor(device, dot)};
}

absl::StatusOr<std::unique_ptr<KernelSet>> KernelSet::Build(const Builder& builder, const KernelTuning& tuning) {
  std::unique_ptr<KernelSet> set(new KernelSet(builder, tuning));
  FERRO_ASSIGN_OR_RETURN(set->rows_, RowKernels::Build(builder));
  FERRO_ASSIGN_OR_RETURN(set->gemm_, GemmKernels::Build(builder, tuning.gemm));
  FERRO_ASSIGN_OR_RETURN(set->gemv_, GemvKernels::Build(builder, tuning.gemv));
  FERRO_ASSIGN_OR_RETURN(set->moe_, MoeKernels::Build(builder));
  FERRO_ASSIGN_OR_RETURN(set->argmax_, ArgmaxKernels::Build(builder));
  return set;
}

absl::Status KernelSet::SelfTest(Context& context, bool fuse, const DisabledForms& disabled) {
  tests_on_ = &context;
  disabled_ = disabled;
  const auto always = [](absl::string_view) { return true; };
  FERRO_RETURN_IF_ERROR(
      self_test::TestKernels(context, {rows_, *gemm_, gemv_, moe_, argmax_}, fuse, always, disabled_));
  if (tuning_.mma.used && Fuses(FusedForm::kMma)) {
    const absl::Status built = BuildMma(context);
    if (absl::IsUnavailable(built) || absl::IsResourceExhausted(built)) return built;
    if (!built.ok()) disabled_[FusedForm::kMma] = std::string(built.message());
  }
  for (const auto& [form, why] : disabled_) {
    LogWarning("opencl_kernel_disabled",
               {{"device", context.device().name}, {"kernel", FusedFormName(form)}, {"reason", why}});
  }
  return absl::OkStatus();
}

absl::Status KernelSet::BuildMma(Context& context) {
  FERRO_ASSIGN_OR_RETURN(MmaProducts products, MmaProducts::Build(builder_, tuning_.mma));
  FERRO_RETURN_IF_ERROR(self_test::TestMmaProducts(context, products));
  mma_ = std::move(products);
  return absl::OkStatus();
}

const MmaGemmKernels* KernelSet::Mma(const MatrixView& weights, int rows) const {
  return mma_ ? mma_->For(weights, rows) : nullptr;
}

const MmaGemmKernels* KernelSet::MmaSwiglu(const MatrixView& weights) const {
  return mma_ && mma_->small().Takes(weights) ? &mma_->small() : nullptr;
}

absl::Status KernelSet::Judged(const absl::Status& test) const {
  return absl::IsInternal(test) ? self_test::DeviceFails(tests_on_->device(), test.message()) : test;
}

absl::StatusOr<const ConvKernels*> KernelSet::Conv(int taps) {
  const auto known = conv_.find(taps);
  if (known != conv_.end()) return &known->second;
  FERRO_ASSIGN_OR_RETURN(ConvKernels kernels, ConvKernels::Build(builder_, taps));
  if (tests_on_ != nullptr) FERRO_RETURN_IF_ERROR(Judged(self_test::TestConv(*tests_on_, kernels, taps)));
  return &conv_.emplace(taps, std::move(kernels)).first->second;
}

absl::StatusOr<const AttentionSet*> KernelSet::Attention(KvFormat format, const HeadShape& shape) {
  const std::pair<KvFormat, HeadShape> key = {format, shape};
  const auto known = attention_.find(key);
  if (known != attention_.end()) return &known->second;
  AttentionSet set;
  FERRO_ASSIGN_OR_RETURN(set.store, KvStoreKernels::Build(builder_, format, shape));
  FERRO_ASSIGN_OR_RETURN(set.attention, AttentionKernels::Build(builder_, format, shape, tuning_.attention));
  if (tests_on_ != nullptr) {
    FERRO_RETURN_IF_ERROR(Judged(self_test::TestKvStore(*tests_on_, set.store, format, shape)));
    FERRO_RETURN_IF_ERROR(Judged(self_test::TestAttention(*tests_on_, set.attention, format, shape)));
  }
  return &attention_.emplace(key, std::move(set)).first->second;
}

absl::StatusOr<const EncoderRowKernels*> KernelSet::Encoder() {
  if (!encoder_rows_) {
    FERRO_ASSIGN_OR_RETURN(EncoderRowKernels kernels, EncoderRowKernels::Build(builder_));
    if (tests_on_ != nullptr) FERRO_RETURN_IF_ERROR(Judged(self_test::TestEncoderRows(*tests_on_, kernels)));
    encoder_rows_ = std::move(kernels);
  }
  return &*encoder_rows_;
}

absl::StatusOr<const ResidualRowKernels*> KernelSet::Residual() {
  if (!residual_rows_) {
    FERRO_ASSIGN_OR_RETURN(ResidualRowKernels kernels, ResidualRowKernels::Build(builder_));
    if (tests_on_ != nullptr) FERRO_RETURN_IF_ERROR(Judged(self_test::TestResidualRows(*tests_on_, kernels)));
    residual_rows_ = std::move(kernels);
  }
  return &*residual_rows_;
}

absl::StatusOr<const NormRopeKernels*> KernelSet::NormRope(const HeadShape& shape) {
  const auto known = norm_rope_.find(shape);
  if (known != norm_rope_.end()) return &known->second;
  FERRO_ASSIGN_OR_RETURN(NormRopeKernels kernels, NormRopeKernels::Build(builder_, shape));
  if (tests_on_ != nullptr) FERRO_RETURN_IF_ERROR(Judged(self_test::TestNormRope(*tests_on_, kernels, shape)));
  return &norm_rope_.emplace(shape, std::move(kernels)).first->second;
}

absl::StatusOr<const SymmetricAttentionKernels*> KernelSet::SymmetricAttention(const HeadShape& shape) {
  const auto known = symmetric_attention_.find(shape);
  if (known != symmetric_attention_.end()) return &known->second;
  FERRO_ASSIGN_OR_RETURN(SymmetricAttentionKernels kernels, SymmetricAttentionKernels::Build(builder_, shape));
  if (tests_on_ != nullptr) {
    FERRO_RETURN_IF_ERROR(Judged(self_test::TestSymmetricAttention(*tests_on_, kernels, shape)));
  }
  return &symmetric_attention_.emplace(shape, std::move(kernels)).first->second;
}

}  // namespace ferro::opencl
