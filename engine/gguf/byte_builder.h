// Spells out GGUF bytes field by field, so that tests can write files that GgufWriter refuses to write.
#ifndef FERRO_ENGINE_GGUF_BYTE_BUILDER_H_
#define FERRO_ENGINE_GGUF_BYTE_BUILDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/gguf/value.h"

namespace ferro {

class ByteBuilder {
 public:
  // Magic, version and counts.
  ByteBuilder& Header(int64_t tensors, int64_t keys, uint32_t version = 3) {
    bytes_ += "GGUF";
    return Number(version).Number(tensors).Number(keys);
  }

  template <class T>
  ByteBuilder& Number(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
    return *this;
  }

  ByteBuilder& Text(absl::string_view text) {
    Number<uint64_t>(text.size());
    bytes_.append(text.data(), text.size());
    return *this;
  }

  // A key and the type of the value that the caller appends next.
  ByteBuilder& Key(absl::string_view key, ValueType type) { return Text(key).Number(static_cast<int32_t>(type)); }

  ByteBuilder& KeyU32(absl::string_view key, uint32_t value) { return Key(key, ValueType::kU32).Number(value); }

  ByteBuilder& Tensor(absl::string_view name, const std::vector<int64_t>& shape, int32_t type, uint64_t offset) {
    Text(name).Number(static_cast<uint32_t>(shape.size()));
    for (const int64_t size : shape) Number(size);
    return Number(type).Number(offset);
  }

  ByteBuilder& Raw(absl::string_view bytes) {
    bytes_.append(bytes.data(), bytes.size());
    return *this;
  }

  ByteBuilder& Zeros(size_t count) {
    bytes_.append(count, '\0');
    return *this;
  }

  // Zeros up to a multiple of the default alignment, then `count` bytes of tensor data.
  ByteBuilder& Data(size_t count) { return Zeros((32 - bytes_.size() % 32) % 32 + count); }

  // Valid until the builder changes.
  absl::Span<const uint8_t> bytes() const {
    return absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size());
  }

 private:
  std::string bytes_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_BYTE_BUILDER_H_
