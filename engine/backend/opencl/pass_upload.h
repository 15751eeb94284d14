// Tells the device about a pass: tokens, positions, slots, runs and logit rows in one write (PassView).
#ifndef FERRO_ENGINE_BACKEND_OPENCL_PASS_UPLOAD_H_
#define FERRO_ENGINE_BACKEND_OPENCL_PASS_UPLOAD_H_

#include <array>
#include <vector>

#include "absl/status/status.h"
#include "engine/backend/pass.h"
#include "engine/kernels/opencl/types.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

class PassUpload {
 public:
  // `context` must outlive it.
  explicit PassUpload(Context& context) : context_(context) {}

  // Makes room for passes of `rows` rows. Waits for the device when it has to grow; views handed out before are void
  // then, which `view().data` shows.
  absl::Status Reserve(int rows);
  // Enqueues the write and returns; `pass` has at most as many rows as there is room for. With several passes in flight
  // it waits for the oldest.
  absl::Status Send(const Pass& pass);

  PassView view() const { return {buffer_.get(), max_rows_}; }

 private:
  // Host memory that an unfinished write reads from.
  struct Staging {
    std::vector<cl_int4> entries;
    Handle<cl_event> written;
  };

  Context& context_;
  Buffer buffer_;
  int max_rows_ = 0;
  std::array<Staging, 4> ring_;
  size_t next_ = 0;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_PASS_UPLOAD_H_
