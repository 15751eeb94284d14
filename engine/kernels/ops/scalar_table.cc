#include "engine/kernels/ops/float_kernel_table.h"
#include "engine/kernels/ops/scalar_ops.h"
#include "engine/kernels/ops/tables.h"

namespace ferro {

constinit const FloatKernels kScalarFloatKernels = {
    .name = "scalar",
    .rms_norm = scalar::RmsNorm,
    .add_rms_norm = scalar::AddRmsNorm,
    .layer_norm = scalar::LayerNorm,
    .norm_rope = scalar::NormRope,
    .store_key = scalar::StoreKey,
    .store_value = scalar::StoreValue,
    .attention_rows = scalar::AttentionRows,
    .attention_partial = scalar::AttentionPartial,
    .attention_merge = scalar::AttentionMerge,
    .symmetric_attention = scalar::SymmetricAttention,
    .centred_conv = scalar::CentredConv,
    .short_conv = scalar::ShortConv,
    .swiglu = scalar::SwiGlu,
    .geglu = scalar::GeGlu,
    .relu = scalar::Relu,
    .gelu_dot = scalar::GeluDot,
    .mean_rows = scalar::MeanRows,
    .dot = scalar::Dot,
    .add = scalar::Add,
    .add_scaled = scalar::AddScaled,
    .exp = scalar::ExpRow,
    .to_half = scalar::ToHalf,
    .from_half = scalar::FromHalf,
    .argmax = scalar::Argmax,
};

}  // namespace ferro
