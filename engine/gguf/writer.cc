#include "engine/gguf/writer.h"

#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/gguf/atomic_file.h"

namespace ferro {
namespace {

template <class T>
void Append(std::string* out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));  // little-endian machines only, see parser.cc
  out->append(bytes, sizeof(T));
}

void AppendString(std::string* out, absl::string_view text) {
  Append<uint64_t>(out, text.size());
  out->append(text.data(), text.size());
}

uint64_t RoundUp(uint64_t value, uint32_t alignment) { return (value + alignment - 1) & ~uint64_t{alignment - 1}; }

template <class T>
constexpr ValueType TypeOf() {
  if (std::is_same_v<T, uint8_t>) return ValueType::kU8;
  if (std::is_same_v<T, int8_t>) return ValueType::kI8;
  if (std::is_same_v<T, uint16_t>) return ValueType::kU16;
  if (std::is_same_v<T, int16_t>) return ValueType::kI16;
  if (std::is_same_v<T, uint32_t>) return ValueType::kU32;
  if (std::is_same_v<T, int32_t>) return ValueType::kI32;
  if (std::is_same_v<T, uint64_t>) return ValueType::kU64;
  if (std::is_same_v<T, int64_t>) return ValueType::kI64;
  if (std::is_same_v<T, float>) return ValueType::kF32;
  static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
  return ValueType::kF64;
}

}  // namespace

void GgufWriter::Fail(absl::Status status) {
  if (status_.ok()) status_ = std::move(status);
}

void GgufWriter::BeginEntry(absl::string_view key, ValueType type) {
  if (key.empty()) Fail(absl::InvalidArgumentError("a metadata key is empty"));
  if (!names_.insert(absl::StrCat("k:", key)).second) {
    Fail(absl::InvalidArgumentError(absl::StrCat("metadata key \"", key, "\" is added twice")));
  }
  ++key_count_;
  AppendString(&entries_, key);
  Append(&entries_, static_cast<int32_t>(type));
}

template <class T>
void GgufWriter::AddScalar(absl::string_view key, T value) {
  BeginEntry(key, TypeOf<T>());
  Append(&entries_, value);
}

void GgufWriter::AddU8(absl::string_view key, uint8_t value) { AddScalar(key, value); }
void GgufWriter::AddI8(absl::string_view key, int8_t value) { AddScalar(key, value); }
void GgufWriter::AddU16(absl::string_view key, uint16_t value) { AddScalar(key, value); }
void GgufWriter::AddI16(absl::string_view key, int16_t value) { AddScalar(key, value); }
void GgufWriter::AddU32(absl::string_view key, uint32_t value) { AddScalar(key, value); }
void GgufWriter::AddI32(absl::string_view key, int32_t value) { AddScalar(key, value); }
void GgufWriter::AddU64(absl::string_view key, uint64_t value) { AddScalar(key, value); }
void GgufWriter::AddI64(absl::string_view key, int64_t value) { AddScalar(key, value); }
void GgufWriter::AddF32(absl::string_view key, float value) { AddScalar(key, value); }
void GgufWriter::AddF64(absl::string_view key, double value) { AddScalar(key, value); }

void GgufWriter::AddBool(absl::string_view key, bool value) {
  BeginEntry(key, ValueType::kBool);
  Append<uint8_t>(&entries_, value);
}

void GgufWriter::AddString(absl::string_view key, absl::string_view value) {
  BeginEntry(key, ValueType::kString);
  AppendString(&entries_, value);
}

void GgufWriter::BeginArray(absl::string_view key, ValueType element, uint64_t count) {
  BeginEntry(key, ValueType::kArray);
  Append(&entries_, static_cast<int32_t>(element));
  Append(&entries_, count);
}

template <class T>
void GgufWriter::AddArray(absl::string_view key, const std::vector<T>& values) {
  BeginArray(key, TypeOf<T>(), values.size());
  for (const T value : values) Append(&entries_, value);
}
template void GgufWriter::AddArray(absl::string_view, const std::vector<uint8_t>&);
template void GgufWriter::AddArray(absl::string_view, const std::vector<int8_t>&);
template void GgufWriter::AddArray(absl::string_view, const std::vector<uint16_t>&);
template void GgufWriter::AddArray(absl::string_view, const std::vector<int16_t>&);
template void GgufWriter::AddArray(absl::string_view, const std::vector<uint32_t>&);
template void GgufWriter::AddArray(absl::string_view, const std::vector<int32_t>&);
template void GgufWriter::AddArray(absl::string_view, const std::vector<uint64_t>&);
template void GgufWriter::AddArray(absl::string_view, const std::vector<int64_t>&);
template void GgufWriter::AddArray(absl::string_view, const std::vector<float>&);
template void GgufWriter::AddArray(absl::string_view, const std::vector<double>&);

void GgufWriter::AddBoolArray(absl::string_view key, const std::vector<bool>& values) {
  BeginArray(key, ValueType::kBool, values.size());
  for (const bool value : values) Append<uint8_t>(&entries_, value);
}

void GgufWriter::AddStringArray(absl::string_view key, const std::vector<std::string>& values) {
  BeginArray(key, ValueType::kString, values.size());
  for (const std::string& value : values) AppendString(&entries_, value);
}

void GgufWriter::SetAlignment(uint32_t alignment) {
  if (!std::has_single_bit(alignment) || alignment > kMaxAlignment) {
    return Fail(absl::InvalidArgumentError(
        absl::StrCat("alignment ", alignment, ", expected a power of two up to ", kMaxAlignment)));
  }
  AddU32("general.alignment", alignment);
  alignment_ = alignment;
}

void GgufWriter::AddTensor(absl::string_view name, TensorType type, std::vector<int64_t> shape,
                           absl::Span<const uint8_t> data) {
  if (name.empty() || name.size() > kMaxTensorNameBytes) {
    Fail(absl::InvalidArgumentError(
        absl::StrCat("tensor name \"", name, "\" has ", name.size(), " bytes, expected 1 to ", kMaxTensorNameBytes)));
  }
  if (!names_.insert(absl::StrCat("t:", name)).second) {
    Fail(absl::InvalidArgumentError(absl::StrCat("tensor ", name, " is added twice")));
  }
  const absl::StatusOr<int64_t> bytes = TensorBytes(type, shape);
  if (!bytes.ok()) {
    Fail(Annotate(bytes.status(), name));
  } else if (static_cast<uint64_t>(*bytes) != data.size()) {
    Fail(absl::InvalidArgumentError(absl::StrCat(name, ": ", data.size(), " bytes, its shape needs ", *bytes)));
  }
  tensors_.push_back({std::string(name), type, std::move(shape), /*offset=*/0, data});
}

absl::StatusOr<std::string> GgufWriter::SerializeHeader(int64_t* file_bytes) const {
  FERRO_RETURN_IF_ERROR(status_);
  std::string header = "GGUF";
  Append<uint32_t>(&header, 3);
  Append<int64_t>(&header, static_cast<int64_t>(tensors_.size()));
  Append(&header, key_count_);
  header += entries_;
  uint64_t offset = 0;
  for (const TensorInfo& tensor : tensors_) {
    AppendString(&header, tensor.name);
    Append(&header, static_cast<uint32_t>(tensor.shape.size()));
    for (const int64_t size : tensor.shape) Append(&header, size);
    Append(&header, static_cast<int32_t>(tensor.type));
    Append(&header, offset);
    offset = RoundUp(offset + tensor.data.size(), alignment_);
  }
  header.resize(RoundUp(header.size(), alignment_), '\0');
  if (file_bytes != nullptr) *file_bytes = static_cast<int64_t>(header.size() + offset);
  return header;
}

absl::Status GgufWriter::WriteTo(const Sink& sink) const {
  FERRO_ASSIGN_OR_RETURN(const std::string header, SerializeHeader());
  FERRO_RETURN_IF_ERROR(sink(header));
  const std::string zeros(alignment_, '\0');
  for (const TensorInfo& tensor : tensors_) {
    const uint64_t size = tensor.data.size();
    FERRO_RETURN_IF_ERROR(sink(absl::string_view(reinterpret_cast<const char*>(tensor.data.data()), size)));
    FERRO_RETURN_IF_ERROR(sink(absl::string_view(zeros).substr(0, RoundUp(size, alignment_) - size)));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> GgufWriter::Serialize() const {
  std::string out;
  FERRO_RETURN_IF_ERROR(WriteTo([&](absl::string_view bytes) {
    out.append(bytes.data(), bytes.size());
    return absl::OkStatus();
  }));
  return out;
}

absl::Status GgufWriter::WriteFile(const std::string& path) const {
  FERRO_RETURN_IF_ERROR(status_);
  FERRO_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  FERRO_RETURN_IF_ERROR(WriteTo([&](absl::string_view bytes) { return file.Append(bytes); }));
  return file.Commit();
}

}  // namespace ferro
