// A GGUF model file: typed metadata and a directory of tensors over a read-only mapping.
//
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<GgufFile> file, GgufFile::Open("model.gguf"));
//   FERRO_ASSIGN_OR_RETURN(const uint32_t layers, file->GetU32("lfm2.block_count"));
//   FERRO_ASSIGN_OR_RETURN(const TensorInfo* embedding, file->Tensor("token_embd.weight"));
#ifndef FERRO_ENGINE_GGUF_FILE_H_
#define FERRO_ENGINE_GGUF_FILE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/gguf/mapped_file.h"
#include "engine/gguf/metadata.h"
#include "engine/gguf/tensor_info.h"

namespace ferro {

// Is a Metadata table (the Get... methods) and adds the tensors. Everything the container promises was checked on
// opening: counts, lengths, types, shapes, alignment, and that tensors lie inside the file without overlap. Whether
// the model makes sense (required keys, shapes that fit together) is for the reader of the model to check.
//
// Errors of Open name the file; those of the Get... methods and of Tensor name the key or tensor only, and whoever
// loads the model adds path() once (Annotate).
//
// Owns the mapping: views, spans and TensorInfo pointers live as long as this object. Const after construction, so
// any thread may read. Only the header's pages are touched on opening; tensor data is read when somebody uses it.
class GgufFile : public Metadata {
 public:
  // kInvalidArgument: damaged or hostile; the message names the file and the place. kFailedPrecondition: a sound file
  // of a kind that we do not read (one part of a split model). Otherwise the error of opening it.
  static absl::StatusOr<std::unique_ptr<GgufFile>> Open(const std::string& path);

  // The same over bytes in memory, which must outlive the result; `name` stands for the path in messages.
  static absl::StatusOr<std::unique_ptr<GgufFile>> Parse(absl::Span<const uint8_t> bytes, const std::string& name);

  const std::string& path() const { return path_; }
  int64_t file_bytes() const { return static_cast<int64_t>(bytes_.size()); }
  uint32_t version() const { return version_; }
  uint32_t alignment() const { return alignment_; }  // of tensor data, bytes

  // In file order.
  absl::Span<const TensorInfo> tensors() const { return tensors_; }

  // nullptr if absent. Also finds tensors of types that we do not read.
  const TensorInfo* FindTensor(absl::string_view name) const;

  // Never null. kNotFound: absent. kFailedPrecondition: of a type that we do not read.
  absl::StatusOr<const TensorInfo*> Tensor(absl::string_view name) const;

  // Oddities that do no harm, for a log: at most a few lines.
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Whether the file on disk is still the one that was opened; see MappedFile. OK for parsed bytes.
  absl::Status CheckUnchanged() const;

 private:
  GgufFile() = default;
  static absl::StatusOr<std::unique_ptr<GgufFile>> Create(std::unique_ptr<MappedFile> mapping,
                                                          absl::Span<const uint8_t> bytes, const std::string& name);

  std::unique_ptr<MappedFile> mapping_;  // null for parsed bytes
  std::string path_;
  absl::Span<const uint8_t> bytes_;
  uint32_t version_ = 0;
  uint32_t alignment_ = 0;
  std::vector<TensorInfo> tensors_;
  absl::flat_hash_map<absl::string_view, size_t> tensor_index_;  // keys point into tensors_
  std::vector<std::string> warnings_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_FILE_H_
