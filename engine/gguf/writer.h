// Writes GGUF files: for tests and for tools that convert models.
//
//   GgufWriter writer;
//   writer.AddString("general.architecture", "lfm2");
//   writer.AddU32("lfm2.block_count", 16);
//   writer.AddTensor("token_embd.weight", TensorType::kQ8_0, {1024, 65536}, bytes);
//   FERRO_RETURN_IF_ERROR(writer.WriteFile("model.gguf"));
#ifndef FERRO_ENGINE_GGUF_WRITER_H_
#define FERRO_ENGINE_GGUF_WRITER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/gguf/tensor_info.h"
#include "engine/gguf/value.h"

namespace ferro {

// Collects metadata and tensors, then writes them in the order of the Add... calls as GGUF version 3, without gaps.
// The first mistake of any Add... call (a repeated key or name, a bad shape, bytes that do not match it) is kept and
// returned by the methods that write. Thread-compatible.
class GgufWriter {
 public:
  void AddU8(absl::string_view key, uint8_t value);
  void AddI8(absl::string_view key, int8_t value);
  void AddU16(absl::string_view key, uint16_t value);
  void AddI16(absl::string_view key, int16_t value);
  void AddU32(absl::string_view key, uint32_t value);
  void AddI32(absl::string_view key, int32_t value);
  void AddU64(absl::string_view key, uint64_t value);
  void AddI64(absl::string_view key, int64_t value);
  void AddF32(absl::string_view key, float value);
  void AddF64(absl::string_view key, double value);
  void AddBool(absl::string_view key, bool value);
  void AddString(absl::string_view key, absl::string_view value);

  // T: any of the fixed-size types above except bool.
  template <class T>
  void AddArray(absl::string_view key, const std::vector<T>& values);
  void AddBoolArray(absl::string_view key, const std::vector<bool>& values);
  void AddStringArray(absl::string_view key, const std::vector<std::string>& values);

  // Alignment of tensor data in bytes, a power of two up to kMaxAlignment; also written as general.alignment.
  // Default 32.
  void SetAlignment(uint32_t alignment);

  // `shape` is ne0 first; `data` holds TensorBytes(type, shape) bytes, is not copied, and must outlive the writer.
  void AddTensor(absl::string_view name, TensorType type, std::vector<int64_t> shape, absl::Span<const uint8_t> data);

  // The whole file in memory.
  absl::StatusOr<std::string> Serialize() const;
  // The file up to the first tensor's bytes. `file_bytes`, unless null: how long the whole file is.
  absl::StatusOr<std::string> SerializeHeader(int64_t* file_bytes = nullptr) const;

  // Atomic: writes to a temporary file beside `path`, syncs it, and renames it. On failure `path` is as it was before
  // and the temporary file is gone.
  absl::Status WriteFile(const std::string& path) const;

 private:
  using Sink = std::function<absl::Status(absl::string_view)>;

  template <class T>
  void AddScalar(absl::string_view key, T value);
  void BeginEntry(absl::string_view key, ValueType type);
  void BeginArray(absl::string_view key, ValueType element, uint64_t count);
  void Fail(absl::Status status);
  absl::Status WriteTo(const Sink& sink) const;

  absl::Status status_;
  std::string entries_;  // encoded key/value records
  int64_t key_count_ = 0;
  absl::flat_hash_set<std::string> names_;  // of keys ("k:...") and tensors ("t:...")
  uint32_t alignment_ = 32;
  std::vector<TensorInfo> tensors_;  // offsets are assigned on writing, when the alignment is known
};

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_WRITER_H_
