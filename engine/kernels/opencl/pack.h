// Weights on their way to the device: Q8_0 rows to MatrixView's layout, in host memory, a range of blocks at a time.
//
// Both arrays of a matrix start with the block, so that a range of blocks is one run of bytes in each: whoever uploads
// a large matrix packs and copies as many blocks as its staging memory holds. A stack of matrices is so many uploads,
// one behind the other.
//
//   for (int64_t b = 0; b < rows.blocks(); b = end) {
//     end = std::min(rows.blocks(), b + blocks_per_chunk);
//     PackBlocks(rows, b, end, pool, values, scales);
//     // values to byte b * PackedBlockValueBytes(padded) of the matrix, scales to b * PackedBlockScaleBytes(padded)
//   }
#ifndef FERRO_ENGINE_KERNELS_OPENCL_PACK_H_
#define FERRO_ENGINE_KERNELS_OPENCL_PACK_H_

#include <cstdint>

#include "engine/gguf/q8_0_rows.h"
#include "engine/kernels/opencl/types.h"
#include "engine/kernels/pool/thread_pool.h"

namespace ferro::opencl {

inline int64_t PaddedOutputs(int64_t outputs) {
  return (outputs + kOutputsPadding - 1) / kOutputsPadding * kOutputsPadding;
}

// Of one block of all outputs. `padded` is PaddedOutputs().
inline int64_t PackedBlockValueBytes(int64_t padded) { return padded * kBlock; }
inline int64_t PackedBlockScaleBytes(int64_t padded) { return padded * 2; }

// Packs blocks [begin, end) of every output, 0 <= begin < end <= rows.blocks(), zeros beyond the last:
//   values [block - begin][8][padded]  four inputs a word, lowest first
//   scales [block - begin][padded]     halves, as in the file
// Bits are taken over as they are. The work is spread over `pool`; what it needs beside the two arrays is one range of
// blocks of a few rows a thread.
void PackBlocks(const Q8_0Rows& rows, int64_t begin, int64_t end, ThreadPool& pool, uint32_t* values, uint16_t* scales);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_PACK_H_
