#include "engine/backend/opencl/workspace.h"

#include <algorithm>
#include <vector>

#include "base/status_macros.h"
#include "engine/kernels/ops/rope_table.h"

namespace ferro::opencl {

absl::StatusOr<cl_mem> Workspace::Scratch(const std::string& name, int64_t bytes) {
  Buffer& buffer = scratch_[name];
  if (buffer.bytes() < bytes) {
    FERRO_ASSIGN_OR_RETURN(Buffer larger, context_.NewBuffer(bytes));
    if (buffer.get() != nullptr) outgrown_.push_back(std::move(buffer));
    buffer = std::move(larger);
  }
  return buffer.get();
}

absl::StatusOr<cl_mem> Workspace::Rope(float base, int dims, int positions) {
  Buffer& buffer = rope_[{base, dims}];
  const int64_t bytes = int64_t{positions} * dims * static_cast<int64_t>(sizeof(float));
  if (buffer.bytes() < bytes) {
    RopeTable table(base, dims);
    table.EnsurePositions(positions);
    FERRO_ASSIGN_OR_RETURN(Buffer larger, context_.NewBuffer(bytes));
    FERRO_RETURN_IF_ERROR(context_.Write(larger, 0, bytes, table.cos(0)));
    if (buffer.get() != nullptr) outgrown_.push_back(std::move(buffer));
    buffer = std::move(larger);
  }
  return buffer.get();
}

absl::Status Workspace::ReserveSlots(int slots) {
  const int64_t bytes = int64_t{slots} * static_cast<int64_t>(sizeof(cl_int));
  if (chosen_.bytes() >= bytes) return absl::OkStatus();
  for (Buffer* buffer : {&chosen_, &argmax_out_}) {
    FERRO_ASSIGN_OR_RETURN(Buffer larger, context_.NewBuffer(bytes));
    FERRO_RETURN_IF_ERROR(context_.FillZero(larger, 0, bytes));
    if (buffer->get() != nullptr) outgrown_.push_back(std::move(*buffer));
    *buffer = std::move(larger);
  }
  return absl::OkStatus();
}

}  // namespace ferro::opencl
