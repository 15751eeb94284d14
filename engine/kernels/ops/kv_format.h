// How key and value rows lie in memory. No code: files compiled for one instruction set include this.
//
// One KV head of one sequence is two arrays, keys and values, each of KvHeadBytes(format, head_dim, positions) bytes,
// aligned to 64. Positions are rounded up to whole key blocks; the padding must be readable, its bytes do not matter.
//
// Keys are grouped by 16 positions, the position running fastest, so that 16 scores are one vector and no sum runs
// across lanes:
//   kF32, kF16   [position / 16][head_dim][position % 16]
//   kInt8        [position / 16][head_dim / 32] of { f32 scale[16]; int8 q[32][16]; }, the last index position % 16
// Values are plain rows, since their sum runs over positions:
//   kF32, kF16   [position][head_dim]
//   kInt8        [position] of { int8 q[head_dim]; f32 scale[head_dim / 32]; }
//
// A stored value is, and attention reads:
//   kF32   the value itself
//   kF16   the nearest half, ties to even
//   kInt8  scale * q, one multiplication rounded to f32, for each 32 components: scale = max|x| / 127,
//          q = x * (1 / scale) rounded half away from zero and clamped to [-127, 127]; a block whose max|x| is below
//          kKvInt8Smallest stores scale 0 and zeros
#ifndef FERRO_ENGINE_KERNELS_OPS_KV_FORMAT_H_
#define FERRO_ENGINE_KERNELS_OPS_KV_FORMAT_H_

namespace ferro {

enum class KvFormat { kF32, kF16, kInt8 };

constexpr int kKeyGroup = 16;    // positions that lie side by side in the key array
constexpr int kKvScaleRow = 32;  // components that share one int8 scale
// Attention folds keys in blocks of this many positions counted from position 0. 64 keys and values of 64 components
// are 32 KiB in f32: one block stays in the first cache levels while all queries of its group read it.
constexpr int kKeyBlock = 64;
constexpr float kKvInt8Smallest = 0x1p-100f;                                  // keeps 1 / scale finite and normal
constexpr int kKeyScaleBlockBytes = 4 * kKeyGroup + kKvScaleRow * kKeyGroup;  // one int8 key block with its scales

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_KV_FORMAT_H_
