// A model of a published shape without weights: a file in memory whose tensors are zeros and take no memory. For what
// depends on shapes alone: launches, bytes, plans.
#ifndef FERRO_ENGINE_MODELS_TESTING_HOLLOW_MODEL_H_
#define FERRO_ENGINE_MODELS_TESTING_HOLLOW_MODEL_H_

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/gguf/file.h"
#include "engine/models/testing/zero_pages.h"

namespace ferro {

// Owns the file.
class HollowModel {
 public:
  // kInvalidArgument: SyntheticByName knows no such shape. kResourceExhausted: no address space of the file's size.
  static absl::StatusOr<std::unique_ptr<HollowModel>> Create(absl::string_view shape_name);

  const GgufFile& file() const { return *file_; }

 private:
  explicit HollowModel(ZeroPages pages) : pages_(std::move(pages)) {}

  const ZeroPages pages_;
  std::unique_ptr<GgufFile> file_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_TESTING_HOLLOW_MODEL_H_
