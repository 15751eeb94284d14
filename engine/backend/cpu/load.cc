#include "engine/backend/cpu/load.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/gguf/dequant.h"

namespace ferro::cpu {
namespace {

// The rows of one panel as Q8_0, converted where the file has another type. Reused from panel to panel of a thread.
class PanelRows {
 public:
  explicit PanelRows(int64_t inputs) : inputs_(inputs), row_bytes_(*RowBytes(TensorType::kQ8_0, inputs)) {}

  void Collect(absl::Span<const MatrixPart> parts, int64_t first_output) {
    for (int i = 0; i < kPanelOutputs; ++i) rows_[i] = Row(parts, first_output + i, i);
  }
  const uint8_t* const* rows() const { return rows_; }

 private:
  const uint8_t* Row(absl::Span<const MatrixPart> parts, int64_t output, int i) {
    for (const MatrixPart& part : parts) {
      if (output >= part.rows) {
        output -= part.rows;
        continue;
      }
      const TensorInfo& tensor = *part.tensor;
      const uint8_t* row = tensor.data.data() + (part.first_row + output) * tensor.row_bytes();
      if (tensor.type == TensorType::kQ8_0) return row;
      floats_.resize(inputs_);
      converted_.resize(kPanelOutputs * row_bytes_);
      DequantizeRow(tensor.type, row, floats_.data(), inputs_);
      QuantizeQ8_0Row(floats_.data(), converted_.data() + i * row_bytes_, inputs_);
      return converted_.data() + i * row_bytes_;
    }
    return nullptr;  // past the last output
  }

  const int64_t inputs_, row_bytes_;
  std::vector<float> floats_;
  std::vector<uint8_t> converted_;
  const uint8_t* rows_[kPanelOutputs];
};

}  // namespace

absl::StatusOr<std::unique_ptr<PackedMatrix>> PackMatrix(absl::Span<const MatrixPart> parts, ThreadPool& pool) {
  const int64_t inputs = parts[0].tensor->row_length();
  int64_t outputs = 0;
  for (const MatrixPart& part : parts) {
    const TensorInfo& tensor = *part.tensor;
    if (tensor.row_length() != inputs || inputs % kBlockInputs != 0) {
      return absl::InvalidArgumentError(absl::StrCat(tensor.name, " has rows of ", tensor.row_length(),
                                                     " values where ", parts[0].tensor->name, " has ", inputs,
                                                     "; int8 products take equal multiples of ", kBlockInputs));
    }
    outputs += part.rows;
  }
  FERRO_ASSIGN_OR_RETURN(AlignedBuffer memory, AlignedBuffer::Create(PackedQ8Bytes(outputs, inputs)));
  uint8_t* data = memory.as<uint8_t>();
  const int64_t panels = PackedPanels(outputs), panel_bytes = PackedPanelBytes(inputs);
  constexpr int64_t kPanelsPerTask = 16;
  pool.Run(static_cast<int>((panels + kPanelsPerTask - 1) / kPanelsPerTask), [&](int task) {
    PanelRows rows(inputs);
    const int64_t end = std::min<int64_t>(panels, (task + 1) * kPanelsPerTask);
    for (int64_t panel = task * kPanelsPerTask; panel < end; ++panel) {
      rows.Collect(parts, panel * kPanelOutputs);
      PackPanel(rows.rows(), inputs, data + panel * panel_bytes);
    }
  });
  return std::make_unique<PackedMatrix>(outputs, inputs, std::move(memory));
}

}  // namespace ferro::cpu
