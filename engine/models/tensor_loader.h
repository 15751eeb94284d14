// Tensors of a model file into a backend, each compared with the shape that the model's keys imply before its data is
// touched.
#ifndef FERRO_ENGINE_MODELS_TENSOR_LOADER_H_
#define FERRO_ENGINE_MODELS_TENSOR_LOADER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"

namespace ferro {

// `file`, `backend` and `progress` outlive it. Errors name the tensor: kNotFound if it is missing, kInvalidArgument if
// its shape is another, and those of the backend.
class TensorLoader {
 public:
  // `progress` (may be null) receives the share of the file's tensor bytes loaded so far, 0..1.
  TensorLoader(const GgufFile& file, Backend& backend, const std::function<void(double)>& progress);

  // The tensor, after checking that it has this shape (ne0 first, trailing ones left out).
  absl::StatusOr<const TensorInfo*> Checked(const std::string& name, std::vector<int64_t> shape) const;

  // A matrix {inputs, outputs}.
  absl::StatusOr<std::unique_ptr<Matrix>> Weight(const std::string& name, int64_t inputs, int64_t outputs);
  // Rows [first, first + rows) of it.
  absl::StatusOr<std::unique_ptr<Matrix>> WeightRows(const std::string& name, int64_t inputs, int64_t outputs,
                                                     int64_t first, int64_t rows);
  // Matrices that read the same input as one, outputs in the order given.
  struct Part {
    std::string name;
    int64_t outputs;
  };
  absl::StatusOr<std::unique_ptr<Matrix>> Stacked(const std::vector<Part>& parts, int64_t inputs);

  // A small tensor of any readable type as floats.
  absl::StatusOr<std::vector<float>> Values(const std::string& name, std::vector<int64_t> shape) const;
  absl::StatusOr<std::unique_ptr<Vector>> Floats(const std::string& name, std::vector<int64_t> shape);

  // Counts `bytes` of the file as loaded; for what is loaded past this class.
  void Loaded(double bytes);

 private:
  absl::StatusOr<std::unique_ptr<Matrix>> Load(absl::Span<const MatrixPart> parts);

  const GgufFile& file_;
  Backend& backend_;
  const std::function<void(double)>& progress_;
  double total_bytes_ = 0, loaded_bytes_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_TENSOR_LOADER_H_
