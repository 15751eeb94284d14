#include "engine/models/tensor_loader.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "engine/gguf/dequant.h"

namespace ferro {

TensorLoader::TensorLoader(const GgufFile& file, Backend& backend, const std::function<void(double)>& progress)
    : file_(file), backend_(backend), progress_(progress) {
  for (const TensorInfo& tensor : file.tensors()) total_bytes_ += static_cast<double>(tensor.data.size());
}

absl::StatusOr<const TensorInfo*> TensorLoader::Checked(const std::string& name, std::vector<int64_t> shape) const {
  FERRO_ASSIGN_OR_RETURN(const TensorInfo* tensor, file_.Tensor(name));
  for (size_t d = 0; d < 4; ++d) {
    if (tensor->dim(d) != (d < shape.size() ? shape[d] : 1)) {
      return absl::InvalidArgumentError(absl::StrCat(name, " has shape {", absl::StrJoin(tensor->shape, ", "),
                                                     "}; the model's keys ask for {", absl::StrJoin(shape, ", "), "}"));
    }
  }
  return tensor;
}

absl::StatusOr<std::unique_ptr<Matrix>> TensorLoader::Weight(const std::string& name, int64_t inputs, int64_t outputs) {
  return WeightRows(name, inputs, outputs, 0, outputs);
}

absl::StatusOr<std::unique_ptr<Matrix>> TensorLoader::WeightRows(const std::string& name, int64_t inputs,
                                                                 int64_t outputs, int64_t first, int64_t rows) {
  FERRO_ASSIGN_OR_RETURN(const TensorInfo* tensor, Checked(name, {inputs, outputs}));
  const MatrixPart part = {tensor, first, rows};
  return Load({&part, 1});
}

absl::StatusOr<std::unique_ptr<Matrix>> TensorLoader::Stacked(const std::vector<Part>& parts, int64_t inputs) {
  std::vector<MatrixPart> matrix_parts;
  for (const Part& part : parts) {
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* tensor, Checked(part.name, {inputs, part.outputs}));
    matrix_parts.push_back({tensor, 0, part.outputs});
  }
  return Load(matrix_parts);
}

absl::StatusOr<std::unique_ptr<Matrix>> TensorLoader::Load(absl::Span<const MatrixPart> parts) {
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Matrix> matrix, backend_.LoadMatrix(parts));
  for (const MatrixPart& part : parts) Loaded(static_cast<double>(part.rows * part.tensor->row_bytes()));
  return matrix;
}

absl::StatusOr<std::vector<float>> TensorLoader::Values(const std::string& name, std::vector<int64_t> shape) const {
  FERRO_ASSIGN_OR_RETURN(const TensorInfo* tensor, Checked(name, std::move(shape)));
  std::vector<float> values(tensor->elements());
  for (int64_t r = 0; r < tensor->rows(); ++r) {
    DequantizeRow(tensor->type, tensor->data.data() + r * tensor->row_bytes(), values.data() + r * tensor->row_length(),
                  tensor->row_length());
  }
  return values;
}

absl::StatusOr<std::unique_ptr<Vector>> TensorLoader::Floats(const std::string& name, std::vector<int64_t> shape) {
  FERRO_ASSIGN_OR_RETURN(const std::vector<float> values, Values(name, std::move(shape)));
  return backend_.LoadVector(values);
}

void TensorLoader::Loaded(double bytes) {
  loaded_bytes_ += bytes;
  if (progress_) progress_(loaded_bytes_ / total_bytes_);
}

}  // namespace ferro
