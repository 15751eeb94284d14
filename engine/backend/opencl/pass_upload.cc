#include "engine/backend/opencl/pass_upload.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"

namespace ferro::opencl {

absl::Status PassUpload::Reserve(int rows) {
  if (rows <= max_rows_) return absl::OkStatus();
  FERRO_RETURN_IF_ERROR(context_.Finish());
  FERRO_ASSIGN_OR_RETURN(buffer_, context_.NewBuffer(int64_t{3} * rows * static_cast<int64_t>(sizeof(cl_int4))));
  max_rows_ = rows;
  return absl::OkStatus();
}

absl::Status PassUpload::Send(const Pass& pass) {
  Staging& staging = ring_[next_++ % ring_.size()];
  if (staging.written.get() != nullptr) FERRO_RETURN_IF_ERROR(context_.Wait(staging.written));

  std::vector<cl_int4>& entries = staging.entries;
  const size_t logit_at = 2 * static_cast<size_t>(max_rows_);
  entries.resize(logit_at + pass.logit_rows.size());
  for (size_t i = 0; i < pass.runs.size(); ++i) {
    const Run& run = pass.runs[i];
    entries[max_rows_ + i] = {{run.first_row, run.rows, run.table_row, run.slot}};
    for (int t = 0; t < run.rows; ++t) {
      const int row = run.first_row + t;
      entries[row] = {{pass.tokens[row], run.start_position + t, run.slot, static_cast<cl_int>(i)}};
    }
  }
  for (size_t i = 0; i < pass.logit_rows.size(); ++i) {
    const int row = pass.logit_rows[i];
    entries[logit_at + i] = {{row, entries[row].s[2], 0, 0}};
  }
  FERRO_ASSIGN_OR_RETURN(
      staging.written,
      context_.WriteAsync(buffer_, 0, static_cast<int64_t>(entries.size() * sizeof(cl_int4)), entries.data()));
  return absl::OkStatus();
}

}  // namespace ferro::opencl
