#include "engine/kernels/opencl/self_test/self_test.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/self_test/decode.h"
#include "engine/kernels/opencl/self_test/families.h"

namespace ferro::opencl::self_test {
namespace {

// What the models at hand have; others differ in constants alone.
constexpr HeadShape kShape = {32, 8, 64};
constexpr int kTaps = 3;

// The result of `test`, unless the driver does not survive it.
template <class Test>
absl::Status Step(const BeginStep& begin, absl::string_view what, const Test& test) {
  if (!begin(what)) return absl::InternalError(absl::StrCat(what, ": the driver crashes or hangs"));
  return test();
}

// What fails whatever the kernel, and says nothing against it.
bool IsDeviceTrouble(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsResourceExhausted(status);
}

absl::Status TestDecodeProducts(Context& context, const GemvKernels& kernels, bool fuse, const BeginStep& begin,
                                DisabledForms& disabled) {
  DecodeTest test(context, kernels);
  FERRO_RETURN_IF_ERROR(Step(begin, "gemv", [&] { return test.TestPlain(); }));
  if (!fuse) return absl::OkStatus();
  for (const FusedForm form : kFusedForms) {
    if (!IsOfDecode(form) || disabled.contains(form)) continue;
    const absl::Status status = Step(begin, FusedFormName(form), [&] { return test.Test(form); });
    if (IsDeviceTrouble(status)) return status;
    if (!status.ok()) disabled[form] = std::string(status.message());
  }
  return absl::OkStatus();
}

// Also what does not build is given up.
absl::Status TestTensorCores(Context& context, const Builder& builder, DotPath dot, const BeginStep& begin,
                             DisabledForms& disabled) {
  const MmaTuning tuning = MmaTuningFor(builder.device(), dot);
  if (!tuning.used) return absl::OkStatus();
  const absl::Status status = Step(begin, FusedFormName(FusedForm::kMma), [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const MmaProducts products, MmaProducts::Build(builder, tuning));
    return TestMmaProducts(context, products);
  });
  if (IsDeviceTrouble(status)) return status;
  if (!status.ok()) disabled[FusedForm::kMma] = std::string(status.message());
  return absl::OkStatus();
}

absl::Status TestModelKernels(Context& context, const Builder& builder, const BeginStep& begin) {
  FERRO_RETURN_IF_ERROR(Step(begin, "short_conv", [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const ConvKernels kernels, ConvKernels::Build(builder, kTaps));
    return TestConv(context, kernels, kTaps);
  }));
  FERRO_RETURN_IF_ERROR(Step(begin, "encoder_rows", [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const EncoderRowKernels kernels, EncoderRowKernels::Build(builder));
    return TestEncoderRows(context, kernels);
  }));
  FERRO_RETURN_IF_ERROR(Step(begin, "residual_rows", [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const ResidualRowKernels kernels, ResidualRowKernels::Build(builder));
    return TestResidualRows(context, kernels);
  }));
  FERRO_RETURN_IF_ERROR(Step(begin, "norm_rope", [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const NormRopeKernels kernels, NormRopeKernels::Build(builder, kShape));
    return TestNormRope(context, kernels, kShape);
  }));
  FERRO_RETURN_IF_ERROR(Step(begin, "symmetric_attention", [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const SymmetricAttentionKernels kernels, SymmetricAttentionKernels::Build(builder, kShape));
    return TestSymmetricAttention(context, kernels, kShape);
  }));
  for (const KvFormat format : {KvFormat::kF32, KvFormat::kF16, KvFormat::kInt8}) {
    FERRO_RETURN_IF_ERROR(Step(begin, absl::StrCat("store_qkv ", static_cast<int>(format)), [&]() -> absl::Status {
      FERRO_ASSIGN_OR_RETURN(const KvStoreKernels kernels, KvStoreKernels::Build(builder, format, kShape));
      return TestKvStore(context, kernels, format, kShape);
    }));
    FERRO_RETURN_IF_ERROR(Step(begin, absl::StrCat("attention ", static_cast<int>(format)), [&]() -> absl::Status {
      FERRO_ASSIGN_OR_RETURN(const AttentionKernels kernels, AttentionKernels::Build(builder, format, kShape, {}));
      return TestAttention(context, kernels, format, kShape);
    }));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status TestKernels(Context& context, const KernelsUnderTest& kernels, bool fuse, const BeginStep& begin,
                         DisabledForms& disabled) {
  FERRO_RETURN_IF_ERROR(Step(begin, "rows", [&] { return TestRows(context, kernels.rows); }));
  FERRO_RETURN_IF_ERROR(Step(begin, "gemm", [&] { return TestGemm(context, kernels.gemm); }));
  FERRO_RETURN_IF_ERROR(Step(begin, "moe", [&] { return TestMoe(context, kernels.moe); }));
  FERRO_RETURN_IF_ERROR(Step(begin, "argmax", [&] { return TestArgmax(context, kernels.argmax); }));
  return TestDecodeProducts(context, kernels.gemv, fuse, begin, disabled);
}

absl::Status SelfTest(Context& context, DotPath dot, const BeginStep& begin, DisabledForms& disabled) {
  const Builder builder(context, dot);
  // One family after the other, so that a wrong one is found before the rest is compiled.
  FERRO_RETURN_IF_ERROR(Step(begin, "rows", [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const RowKernels kernels, RowKernels::Build(builder));
    return TestRows(context, kernels);
  }));
  FERRO_RETURN_IF_ERROR(Step(begin, "gemm", [&]() -> absl::Status {
    const GemmTuning tuning = GemmTuningFor(builder.device(), dot);
    FERRO_ASSIGN_OR_RETURN(const GemmKernels kernels, GemmKernels::Build(builder, tuning));
    return TestGemm(context, kernels);
  }));
  FERRO_RETURN_IF_ERROR(TestTensorCores(context, builder, dot, begin, disabled));
  FERRO_RETURN_IF_ERROR(Step(begin, "moe", [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const MoeKernels kernels, MoeKernels::Build(builder));
    return TestMoe(context, kernels);
  }));
  FERRO_RETURN_IF_ERROR(Step(begin, "argmax", [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const ArgmaxKernels kernels, ArgmaxKernels::Build(builder));
    return TestArgmax(context, kernels);
  }));
  FERRO_RETURN_IF_ERROR(Step(begin, "building gemv", [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const GemvKernels kernels, GemvKernels::Build(builder));
    return TestDecodeProducts(context, kernels, /*fuse=*/true, begin, disabled);
  }));
  return TestModelKernels(context, builder, begin);
}

absl::Status DeviceFails(const Device& device, absl::string_view why) {
  return absl::UnavailableError(absl::StrCat("opencl:", device.index, " (", device.name, ", driver ", device.driver,
                                             ") cannot be used: it fails the self-test: ", why,
                                             "; take --device cpu, or another version of the driver"));
}

}  // namespace ferro::opencl::self_test
