// How keys and values lie in device memory, for those who write them and those who read them. A program that touches
// them is built with KV_FORMAT (0 f32, 1 f16, 2 int8), HEADS, KV_HEADS and HEAD_DIM, see kv.h.
//
// A cache row is one position of one KV head of one slot: row = (slot * KV_HEADS + kv_head) * positions + position,
// `positions` a multiple of KEY_BLOCK. Four neighbouring components are a pack: float4, four halves, or one word of
// four int8. Key blocks are stored with the position running faster than the pack, since a work-item scores a key;
// values are plain rows, since a work-item sums components:
//   keys          pack   [row / 64][HEAD_DIM / 4][row % 64]
//   values        pack   [row][HEAD_DIM / 4]
//   key_scales    float  [row / 64][HEAD_DIM / 32][row % 64]     int8 alone
//   value_scales  float  [row][HEAD_DIM / 32]                    int8 alone
// What a stored component stands for, and how it is rounded, is in engine/kernels/ops/kv_format.h.
#include "math.cl"
#include "heads.cl"

#if KV_FORMAT == 0
#define KV_PACK float4
#elif KV_FORMAT == 1
#define KV_PACK half  // vloada_half4 and vstorea_half4 count in packs
#else
#define KV_PACK int
#endif

// The four arrays as parameters of a kernel or a function. A format without scales never touches the last two.
#define KV_PARAMETERS(qualifiers)                                                    \
  __global qualifiers KV_PACK *restrict keys, __global qualifiers KV_PACK *restrict values, \
      __global qualifiers float *restrict key_scales, __global qualifiers float *restrict value_scales

// Unsigned, so that divisions by constants are shifts.
inline uint kv_row(uint slot, uint kv_head, uint positions) { return (slot * KV_HEADS + kv_head) * positions; }
inline uint key_index(uint row, uint pack) { return (row / KEY_BLOCK * PACKS + pack) * KEY_BLOCK + row % KEY_BLOCK; }
inline uint value_index(uint row, uint pack) { return row * PACKS + pack; }
inline uint key_scale_index(uint row, uint pack) {
  return (row / KEY_BLOCK * SCALES + pack / SCALE_PACKS) * KEY_BLOCK + row % KEY_BLOCK;
}
inline uint value_scale_index(uint row, uint pack) { return row * SCALES + pack / SCALE_PACKS; }

#if KV_FORMAT == 1 && FERRO_DOT == 3
// NVIDIA's compiler reads the halves of vloada_half4 one by one.
inline float4 kv_halves(uint2 pack) {
  float4 wide;
  asm("{.reg .b16 h<4>; mov.b32 {h0, h1}, %4; mov.b32 {h2, h3}, %5; cvt.f32.f16 %0, h0; cvt.f32.f16 %1, h1; "
      "cvt.f32.f16 %2, h2; cvt.f32.f16 %3, h3;}"
      : "=f"(wide.x), "=f"(wide.y), "=f"(wide.z), "=f"(wide.w)
      : "r"(pack.x), "r"(pack.y));
  return wide;
}
#endif

// The four components of pack `index`. `scale` counts for int8 alone.
inline float4 kv_read(__global const KV_PACK* from, uint index, float scale) {
#if KV_FORMAT == 0
  return from[index];
#elif KV_FORMAT == 1 && FERRO_DOT == 3
  return kv_halves(((__global const uint2*)from)[index]);
#elif KV_FORMAT == 1
  return vloada_half4(index, from);
#else
  return scale * convert_float4(as_char4(from[index]));
#endif
}

inline float kv_read_scale(__global const float* scales, uint index) {
#if KV_FORMAT == 2
  return scales[index];
#else
  return 1.0f;
#endif
}

// The int8 scale of 32 components whose largest magnitude is `largest`, and what they are multiplied by.
inline float kv_scale(float largest, float* inverse) {
  const bool zeros = largest < 0x1p-100f;  // kKvInt8Smallest
  const float scale = zeros ? 0.0f : div_rn(largest, 127.0f);
  *inverse = zeros ? 0.0f : div_rn(1.0f, scale);
  return scale;
}

// Round half away from zero into [-127, 127]; NaN gives -127, as on the host.
inline int kv_quantise(float x) {
  const float low = x > -127.0f ? x : -127.0f;
  return (int)round(low < 127.0f ? low : 127.0f);
}

inline void kv_write(float4 x, __global KV_PACK* to, uint index, float inverse) {
#if KV_FORMAT == 0
  to[index] = x;
#elif KV_FORMAT == 1
  vstorea_half4_rte(x, index, to);
#else
  x *= inverse;
  to[index] = pack4(kv_quantise(x.x), kv_quantise(x.y), kv_quantise(x.z), kv_quantise(x.w));
#endif
}
