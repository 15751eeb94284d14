#include "engine/backend/reference/objects.h"

#include <algorithm>
#include <cmath>

#include "engine/gguf/dequant.h"
#include "engine/gguf/half.h"

namespace ferro::reference {

int64_t FileMatrix::bytes() const {
  int64_t total = 0;
  for (const MatrixPart& part : parts) total += part.rows * part.tensor->row_bytes();
  return total;
}

void FileMatrix::ReadRow(int64_t output, float* values) const {
  for (const MatrixPart& part : parts) {
    if (output < part.rows) {
      const TensorInfo& tensor = *part.tensor;
      const uint8_t* row = tensor.data.data() + (part.first_row + output) * tensor.row_bytes();
      DequantizeRow(tensor.type, row, values, tensor.row_length());
      return;
    }
    output -= part.rows;
  }
}

void RoundToKvType(KvType type, float* values, int n) {
  if (type == KvType::kF16) {
    for (int i = 0; i < n; ++i) values[i] = HalfToFloat(FloatToHalf(values[i]));
  } else if (type == KvType::kInt8) {
    for (int block = 0; block < n; block += 32) {
      float largest = 0;
      for (int i = 0; i < 32; ++i) largest = std::max(largest, std::fabs(values[block + i]));
      const float scale = largest / 127, inverse = scale > 0 ? 1 / scale : 0;
      for (int i = 0; i < 32; ++i) values[block + i] = std::round(values[block + i] * inverse) * scale;
    }
  }
}

}  // namespace ferro::reference
