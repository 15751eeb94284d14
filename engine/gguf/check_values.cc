#include "engine/gguf/check_values.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/gguf/dequant.h"

namespace ferro {

absl::Status CheckValues(const TensorInfo& tensor) {
  FERRO_ASSIGN_OR_RETURN(const int64_t row_bytes, RowBytes(tensor.type, tensor.row_length()));
  std::vector<float> row(static_cast<size_t>(tensor.row_length()));
  for (int64_t r = 0; r < tensor.rows(); ++r) {
    DequantizeRow(tensor.type, tensor.data.data() + r * row_bytes, row.data(), tensor.row_length());
    const auto bad = std::find_if(row.begin(), row.end(), [](float value) { return !std::isfinite(value); });
    if (bad != row.end()) {
      return absl::DataLossError(absl::StrCat(tensor.name, ": row ", r, ", column ", bad - row.begin(), " is ", *bad,
                                              "; the file is damaged, fetch it again"));
    }
  }
  return absl::OkStatus();
}

}  // namespace ferro
