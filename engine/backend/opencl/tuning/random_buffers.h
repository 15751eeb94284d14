// Device memory with random contents, the same in every process, for kernels to be measured on.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_TUNING_RANDOM_BUFFERS_H_
#define FERRO_ENGINE_BACKEND_OPENCL_TUNING_RANDOM_BUFFERS_H_

#include <cstdint>
#include <deque>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/kernels/opencl/types.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

// Rows of one sequence in a pass.
struct PassRun {
  int slot = 0;
  int position = 0;  // of the first row
  int rows = 1;
};

// Owns what it makes; `context` must outlive it. Every function fails as Context::NewBuffer and Write do.
class RandomBuffers {
 public:
  explicit RandomBuffers(Context& context) : context_(context) {}

  absl::StatusOr<const Buffer*> Bytes(int64_t count);
  absl::StatusOr<const Buffer*> Floats(int64_t count, float low, float high);
  // Of either sign, 2^-9 to 2^-6 in size: like the scales of weights.
  absl::StatusOr<const Buffer*> Halves(int64_t count);
  absl::StatusOr<const Buffer*> Zeros(int64_t bytes);

  absl::StatusOr<MatrixView> Matrix(int outputs, int inputs);
  absl::StatusOr<InputView> Input(int rows, int inputs);
  // PassView::data of these runs, without logit rows.
  absl::StatusOr<PassView> Pass(const std::vector<PassRun>& runs);

 private:
  template <class T, class Next>
  absl::StatusOr<const Buffer*> Fill(int64_t count, Next next);
  uint64_t Random();

  Context& context_;
  uint64_t state_ = 0;
  std::deque<Buffer> buffers_;  // addresses stay
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_TUNING_RANDOM_BUFFERS_H_
