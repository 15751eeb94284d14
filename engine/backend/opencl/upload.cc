#include "engine/backend/opencl/upload.h"

#include <algorithm>
#include <cstdint>

#include "base/status_macros.h"
#include "engine/gguf/q8_0_rows.h"
#include "engine/kernels/opencl/pack.h"

namespace ferro::opencl {
namespace {

// Packed values that are staged at a time.
constexpr int64_t kChunkBytes = int64_t{8} << 20;

absl::Status UploadOne(const Q8_0Rows& rows, int64_t index, const MatrixBuffers& to, Context& context, ThreadPool& pool,
                       std::vector<uint32_t>& values, std::vector<uint16_t>& scales) {
  const int64_t value_bytes = PackedBlockValueBytes(to.padded), scale_bytes = PackedBlockScaleBytes(to.padded);
  const int64_t chunk = std::max<int64_t>(1, kChunkBytes / value_bytes);
  for (int64_t begin = 0; begin < rows.blocks(); begin += chunk) {
    const int64_t end = std::min(rows.blocks(), begin + chunk), first = index * rows.blocks() + begin;
    values.resize((end - begin) * value_bytes / static_cast<int64_t>(sizeof(uint32_t)));
    scales.resize((end - begin) * scale_bytes / static_cast<int64_t>(sizeof(uint16_t)));
    PackBlocks(rows, begin, end, pool, values.data(), scales.data());
    FERRO_RETURN_IF_ERROR(context.Write(to.values, first * value_bytes, (end - begin) * value_bytes, values.data()));
    FERRO_RETURN_IF_ERROR(context.Write(to.scales, first * scale_bytes, (end - begin) * scale_bytes, scales.data()));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<MatrixBuffers> UploadMatrices(absl::Span<const std::vector<MatrixPart>> matrices, Context& context,
                                             ThreadPool& pool) {
  std::vector<Q8_0Rows> all(matrices.size());
  for (size_t i = 0; i < matrices.size(); ++i) {
    for (const MatrixPart& part : matrices[i]) {
      FERRO_RETURN_IF_ERROR(all[i].Append(*part.tensor, part.first_row, part.rows));
    }
  }
  MatrixBuffers buffers;
  buffers.outputs = static_cast<int>(all[0].outputs());
  buffers.inputs = static_cast<int>(all[0].inputs());
  buffers.padded = static_cast<int>(PaddedOutputs(buffers.outputs));
  buffers.count = static_cast<int>(all.size());
  const int64_t blocks = static_cast<int64_t>(all.size()) * all[0].blocks();
  FERRO_ASSIGN_OR_RETURN(buffers.values, context.NewBuffer(blocks * PackedBlockValueBytes(buffers.padded)));
  FERRO_ASSIGN_OR_RETURN(buffers.scales, context.NewBuffer(blocks * PackedBlockScaleBytes(buffers.padded)));
  std::vector<uint32_t> values;
  std::vector<uint16_t> scales;
  for (size_t i = 0; i < all.size(); ++i) {
    FERRO_RETURN_IF_ERROR(UploadOne(all[i], static_cast<int64_t>(i), buffers, context, pool, values, scales));
  }
  return buffers;
}

}  // namespace ferro::opencl
