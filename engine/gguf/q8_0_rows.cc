#include "engine/gguf/q8_0_rows.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "engine/gguf/dequant.h"
#include "engine/gguf/types.h"

namespace ferro {

absl::Status Q8_0Rows::Append(const TensorInfo& tensor, int64_t first_row, int64_t rows) {
  const TensorInfo& first = parts_.empty() ? tensor : *parts_[0].tensor;
  if (tensor.row_length() != first.row_length() || tensor.row_length() % kQ8_0Inputs != 0) {
    return absl::InvalidArgumentError(absl::StrCat(tensor.name, " has rows of ", tensor.row_length(), " values where ",
                                                   first.name, " has ", first.row_length(),
                                                   "; int8 products take equal multiples of ", kQ8_0Inputs));
  }
  parts_.push_back({&tensor, first_row, rows});
  outputs_ += rows;
  return absl::OkStatus();
}

const uint8_t* Q8_0Rows::Blocks(int64_t output, int64_t begin, int64_t end, Scratch& scratch) const {
  auto part = parts_.begin();
  for (; output >= part->rows; ++part) output -= part->rows;
  const TensorInfo& tensor = *part->tensor;
  const uint8_t* const row = tensor.data.data() + (part->first_row + output) * tensor.row_bytes();
  if (tensor.type == TensorType::kQ8_0) return row + begin * kQ8_0BlockBytes;

  // Blocks of the file may be larger than Q8_0's: convert the whole ones around the range.
  const int64_t file_block = BlockValues(tensor.type);
  const int64_t step = std::max<int64_t>(file_block, kQ8_0Inputs);
  const int64_t first = begin * kQ8_0Inputs / step * step;
  const int64_t count = (end * kQ8_0Inputs - first + step - 1) / step * step;
  if (scratch.floats.size() < static_cast<size_t>(count)) {
    scratch.floats.resize(count);
    scratch.blocks.resize(count / kQ8_0Inputs * kQ8_0BlockBytes);
  }
  DequantizeRow(tensor.type, row + first / file_block * BlockBytes(tensor.type), scratch.floats.data(), count);
  QuantizeQ8_0Row(scratch.floats.data(), scratch.blocks.data(), count);
  return scratch.blocks.data() + (begin - first / kQ8_0Inputs) * kQ8_0BlockBytes;
}

}  // namespace ferro
