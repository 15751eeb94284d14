// Vectors that are on their way into a file: OUT.part holds the rows so far, OUT.part.json whose rows they are.
#ifndef FERRO_TOOLS_FERRO_EMBED_ROW_STORE_H_
#define FERRO_TOOLS_FERRO_EMBED_ROW_STORE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "base/json.h"

namespace ferro {

// Survives any end of the process; one process at a time. Rows are little-endian floats, as this machine's are. Not
// thread-safe.
class RowStore {
 public:
  // Opens or makes the part of the file `path`. Rows of an earlier run count if its `origin` was equal: everything that
  // the rows follow from; else it starts empty. A row that was cut off is dropped. kUnavailable: another process is at
  // it. Otherwise errors of the file system with its path.
  static absl::StatusOr<std::unique_ptr<RowStore>> Open(const std::string& path, int width, const Json& origin);
  ~RowStore();
  RowStore(const RowStore&) = delete;
  RowStore& operator=(const RowStore&) = delete;

  int width() const { return width_; }
  int64_t rows() const { return rows_; }

  // Whole rows. kResourceExhausted: the disk is full; what was written before stays.
  absl::Status Append(absl::Span<const float> values);
  // Rows [first, first + count) into `values`, [row][width].
  absl::Status Read(int64_t first, int64_t count, float* values) const;

  // Deletes the part: its rows are somewhere else now. Call once, last.
  void Discard();

 private:
  RowStore(std::string path, int file, int width) : path_(std::move(path)), file_(file), width_(width) {}

  absl::Status Restart(const Json& origin);
  std::string OriginPath() const { return path_ + ".json"; }
  int64_t row_bytes() const { return int64_t{width_} * static_cast<int64_t>(sizeof(float)); }

  const std::string path_;
  const int file_;
  const int width_;
  int64_t rows_ = 0;
};

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_EMBED_ROW_STORE_H_
