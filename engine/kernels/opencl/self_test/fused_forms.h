// Which work products take over from other kernels, and which kernels from slower ones. Each such form can be given up:
// the kernels that it stands for compute the same bits.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_FUSED_FORMS_H_
#define FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_FUSED_FORMS_H_

#include <map>
#include <string>

namespace ferro::opencl {

enum class FusedForm {
  kSwiglu,         // GemvArgs{InputView, SwigluTo}
  kConvolve,       // GemvArgs{InputView, ConvolveTo}
  kNorm,           // GemvArgs{NormedRows, StoreTo}
  kNormSwiglu,     // GemvArgs{NormedRows, SwigluTo}
  kNormConvolve,   // GemvArgs{NormedRows, ConvolveTo}
  kExpertsSwiglu,  // ExpertGemvArgs{SwigluTo}
  kMma,            // MmaGemmKernels
};

constexpr FusedForm kFusedForms[] = {FusedForm::kSwiglu,     FusedForm::kConvolve,     FusedForm::kNorm,
                                     FusedForm::kNormSwiglu, FusedForm::kNormConvolve, FusedForm::kExpertsSwiglu,
                                     FusedForm::kMma};

constexpr bool IsOfDecode(FusedForm form) { return form != FusedForm::kMma; }

// As launches are named: gemv_swiglu, gemv_norm_conv, ...
constexpr const char* FusedFormName(FusedForm form) {
  switch (form) {
    case FusedForm::kSwiglu:
      return "gemv_swiglu";
    case FusedForm::kConvolve:
      return "gemv_conv";
    case FusedForm::kNorm:
      return "gemv_norm_store";
    case FusedForm::kNormSwiglu:
      return "gemv_norm_swiglu";
    case FusedForm::kNormConvolve:
      return "gemv_norm_conv";
    case FusedForm::kExpertsSwiglu:
      return "gemv_experts_swiglu";
    case FusedForm::kMma:
      break;
  }
  return "gemm_mma";
}

// Forms that are not to be used on a device, and why.
using DisabledForms = std::map<FusedForm, std::string>;

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_FUSED_FORMS_H_
