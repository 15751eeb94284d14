#include "engine/backend/cpu/load.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"
#include "engine/gguf/q8_0_rows.h"

namespace ferro::cpu {
namespace {

// The rows of one panel as Q8_0. Reused from panel to panel of a thread.
class PanelRows {
 public:
  explicit PanelRows(const Q8_0Rows& matrix) : matrix_(matrix) {}

  void Collect(int64_t first_output) {
    for (int i = 0; i < kPanelOutputs; ++i) {
      const int64_t output = first_output + i;
      rows_[i] = output < matrix_.outputs() ? matrix_.Blocks(output, 0, matrix_.blocks(), scratch_[i]) : nullptr;
    }
  }
  const uint8_t* const* rows() const { return rows_; }

 private:
  const Q8_0Rows& matrix_;
  Q8_0Rows::Scratch scratch_[kPanelOutputs];
  const uint8_t* rows_[kPanelOutputs];
};

}  // namespace

absl::StatusOr<std::unique_ptr<PackedMatrix>> PackMatrix(absl::Span<const MatrixPart> parts, ThreadPool& pool) {
  Q8_0Rows matrix;
  for (const MatrixPart& part : parts) {
    FERRO_RETURN_IF_ERROR(matrix.Append(*part.tensor, part.first_row, part.rows));
  }
  const int64_t outputs = matrix.outputs(), inputs = matrix.inputs();
  FERRO_ASSIGN_OR_RETURN(AlignedBuffer memory, AlignedBuffer::Create(PackedQ8Bytes(outputs, inputs)));
  uint8_t* data = memory.as<uint8_t>();
  const int64_t panels = PackedPanels(outputs), panel_bytes = PackedPanelBytes(inputs);
  constexpr int64_t kPanelsPerTask = 16;
  pool.Run(static_cast<int>((panels + kPanelsPerTask - 1) / kPanelsPerTask), [&](int task) {
    PanelRows rows(matrix);
    const int64_t end = std::min<int64_t>(panels, (task + 1) * kPanelsPerTask);
    for (int64_t panel = task * kPanelsPerTask; panel < end; ++panel) {
      rows.Collect(panel * kPanelOutputs);
      PackPanel(rows.rows(), inputs, data + panel * panel_bytes);
    }
  });
  return std::make_unique<PackedMatrix>(outputs, inputs, std::move(memory));
}

}  // namespace ferro::cpu
