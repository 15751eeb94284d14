#include "engine/gguf/file.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/gguf/parser.h"

namespace ferro {

absl::StatusOr<std::unique_ptr<GgufFile>> GgufFile::Open(const std::string& path) {
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<MappedFile> mapping, MappedFile::Open(path));
  const absl::Span<const uint8_t> bytes = mapping->bytes();
  return Create(std::move(mapping), bytes, path);
}

absl::StatusOr<std::unique_ptr<GgufFile>> GgufFile::Parse(absl::Span<const uint8_t> bytes, const std::string& name) {
  return Create(nullptr, bytes, name);
}

absl::StatusOr<std::unique_ptr<GgufFile>> GgufFile::Create(std::unique_ptr<MappedFile> mapping,
                                                           absl::Span<const uint8_t> bytes, const std::string& name) {
  absl::StatusOr<GgufContents> contents = ParseGguf(bytes);
  if (!contents.ok()) return Annotate(contents.status(), name);
  std::unique_ptr<GgufFile> file(new GgufFile);
  static_cast<Metadata&>(*file) = std::move(contents->metadata);
  file->mapping_ = std::move(mapping);
  file->path_ = name;
  file->bytes_ = bytes;
  file->version_ = contents->version;
  file->alignment_ = contents->alignment;
  file->tensors_ = std::move(contents->tensors);
  file->warnings_ = std::move(contents->warnings);
  for (size_t i = 0; i < file->tensors_.size(); ++i) {
    const std::string& tensor = file->tensors_[i].name;
    if (!file->tensor_index_.emplace(tensor, i).second) {
      return absl::InvalidArgumentError(absl::StrCat(name, ": tensor ", tensor, " appears twice"));
    }
  }
  return file;
}

const TensorInfo* GgufFile::FindTensor(absl::string_view name) const {
  const auto it = tensor_index_.find(name);
  return it == tensor_index_.end() ? nullptr : &tensors_[it->second];
}

absl::StatusOr<const TensorInfo*> GgufFile::Tensor(absl::string_view name) const {
  const TensorInfo* info = FindTensor(name);
  if (info == nullptr) return absl::NotFoundError(absl::StrCat("tensor ", name, " is missing"));
  if (!IsReadable(info->type)) {
    return Annotate(RowBytes(info->type, info->row_length()).status(), name);
  }
  return info;
}

absl::Status GgufFile::CheckUnchanged() const {
  return mapping_ == nullptr ? absl::OkStatus() : mapping_->CheckUnchanged();
}

}  // namespace ferro
