// A stacked weight matrix as Q8_0, whatever types its parts have in the file: what every backend that multiplies int8
// packs from.
//
//   Q8_0Rows rows;
//   FERRO_RETURN_IF_ERROR(rows.Append(gate, 0, gate.rows()));
//   FERRO_RETURN_IF_ERROR(rows.Append(up, 0, up.rows()));
//   const uint8_t* blocks = rows.Blocks(output, 0, rows.blocks(), scratch);
#ifndef FERRO_ENGINE_GGUF_Q8_0_ROWS_H_
#define FERRO_ENGINE_GGUF_Q8_0_ROWS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "engine/gguf/tensor_info.h"

namespace ferro {

inline constexpr int kQ8_0Inputs = 32;      // values of a block
inline constexpr int kQ8_0BlockBytes = 34;  // half scale, then the values as int8

// A view: the tensors must outlive it. Once put together it may be read by any threads.
class Q8_0Rows {
 public:
  // Where a converted row is kept. One for each row in use at a time; reusing it saves the allocation.
  struct Scratch {
    std::vector<float> floats;
    std::vector<uint8_t> blocks;
  };

  // Adds rows [first_row, first_row + rows) of `tensor` (counted over all its outer dimensions), of a readable type,
  // behind the outputs there are. kInvalidArgument: rows that are not a multiple of 32 long, or not as long as those
  // before; the message names the tensor.
  absl::Status Append(const TensorInfo& tensor, int64_t first_row, int64_t rows);

  int64_t outputs() const { return outputs_; }
  int64_t inputs() const { return parts_.empty() ? 0 : parts_[0].tensor->row_length(); }
  int64_t blocks() const { return inputs() / kQ8_0Inputs; }

  // Blocks [begin, end) of a row, each kQ8_0BlockBytes without alignment: in the file where that has Q8_0, otherwise
  // dequantised and rounded to Q8_0 (QuantizeQ8_0Row) in `scratch`, valid until its next use.
  // REQUIRES: 0 <= output < outputs(), 0 <= begin < end <= blocks().
  const uint8_t* Blocks(int64_t output, int64_t begin, int64_t end, Scratch& scratch) const;

 private:
  struct Part {
    const TensorInfo* tensor;
    int64_t first_row;
    int64_t rows;
  };

  std::vector<Part> parts_;
  int64_t outputs_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_Q8_0_ROWS_H_
