// The scalar definitions behind FloatKernelsFor(Isa::kScalar); contracts in float_kernel_table.h.
#ifndef FERRO_ENGINE_KERNELS_OPS_SCALAR_OPS_H_
#define FERRO_ENGINE_KERNELS_OPS_SCALAR_OPS_H_

#include <cstddef>
#include <cstdint>

#include "engine/kernels/ops/float_kernel_table.h"

namespace ferro::scalar {

// scalar_rows.cc
void RmsNorm(const float* x, const float* weight, float eps, int n, float* y);
void NormRope(float* x, const float* weight, float eps, int head_dim, const float* cos, const float* sin, int pairs);
void SwiGlu(const float* gate, const float* up, int n, float* out);
float Dot(const float* a, const float* b, int n);
void Add(const float* x, int n, float* y);
void AddScaled(const float* x, float scale, int n, float* y);
void ExpRow(const float* x, int n, float* y);
void ToHalf(const float* x, int n, uint16_t* y);
void FromHalf(const uint16_t* x, int n, float* y);
int Argmax(const float* x, int n);

// scalar_encoder.cc
void AddRmsNorm(const float* in, const float* weight, float eps, float scale, int n, float* x);
void LayerNorm(const float* x, const float* weight, const float* bias, float eps, int n, float* y);
void GeGlu(const float* gate, const float* up, int n, float* out);
void MeanRows(const float* x, ptrdiff_t stride, int rows, int n, float* mean);
void Relu(const float* x, int n, float* y);
float GeluDot(const float* x, const float* weight, int n);
void CentredConv(const CentredConvTask& task);

// scalar_symmetric_attention.cc
void SymmetricAttention(const SymmetricAttentionTask& task, float* out, ptrdiff_t out_stride);

// scalar_kv_store.cc
void StoreKey(KvFormat format, const float* row, int head_dim, int position, void* keys);
void StoreValue(KvFormat format, const float* row, int head_dim, int position, void* values);

// scalar_attention.cc
void AttentionRows(const AttentionTask& task, float* out, ptrdiff_t out_stride);
void AttentionPartial(const AttentionTask& task, int block_begin, int block_end, float* partials);
void AttentionMerge(const AttentionTask& task, const float* partials, float* out, ptrdiff_t out_stride);

// scalar_conv.cc
void ShortConv(const ShortConvTask& task, int channel_begin, int channel_end);

}  // namespace ferro::scalar

#endif  // FERRO_ENGINE_KERNELS_OPS_SCALAR_OPS_H_
