#include "engine/gguf/parser.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "engine/gguf/byte_reader.h"

namespace ferro {
namespace {

static_assert(std::endian::native == std::endian::little, "GGUF numbers are read by memcpy");

constexpr int64_t kMaxCount = 1'000'000;    // of keys, and of tensors
constexpr uint64_t kMinKeyValueBytes = 13;  // empty key, type, one byte
constexpr uint64_t kMinTensorBytes = 32;    // empty name, one dimension, type, offset
constexpr uint64_t kMaxStringBytes = uint64_t{16} << 20;
constexpr uint64_t kMaxMetadataBytes = uint64_t{512} << 20;
constexpr uint64_t kMaxStrings = uint64_t{1} << 22;  // in arrays, per file: 16 bytes of view each, 64 MiB
constexpr uint32_t kDefaultAlignment = 32;

template <class... Args>
absl::Status Invalid(const Args&... args) {
  return absl::InvalidArgumentError(absl::StrCat(args...));
}

// Reads the sections in file order into one GgufContents.
class Parser {
 public:
  explicit Parser(absl::Span<const uint8_t> bytes) : bytes_(bytes), reader_(bytes) {}

  absl::StatusOr<GgufContents> Run() {
    FERRO_RETURN_IF_ERROR(ReadVersion());
    FERRO_RETURN_IF_ERROR(ReadCounts());
    FERRO_RETURN_IF_ERROR(ReadMetadata());
    FERRO_RETURN_IF_ERROR(RefuseSplit());
    FERRO_RETURN_IF_ERROR(ReadAlignment());
    for (int64_t i = 0; i < tensor_count_; ++i) {
      FERRO_RETURN_IF_ERROR(ReadTensor(i));
    }
    const uint64_t mask = contents_.alignment - 1;
    contents_.data_start = (reader_.position() + mask) & ~mask;  // cannot wrap: the position is within the file
    FERRO_RETURN_IF_ERROR(LocateTensors());
    FERRO_RETURN_IF_ERROR(CheckLayout());
    return std::move(contents_);
  }

 private:
  absl::Status ReadVersion();
  absl::Status ReadCounts();
  absl::Status ReadMetadata();
  absl::StatusOr<Value> ReadValue(ValueType type);
  absl::StatusOr<Value> ReadArray();
  absl::Status RefuseSplit() const;
  absl::Status ReadAlignment();
  absl::Status ReadTensor(int64_t index);
  absl::Status LocateTensors();
  absl::Status CheckLayout();

  const absl::Span<const uint8_t> bytes_;
  ByteReader reader_;
  GgufContents contents_;
  int64_t tensor_count_ = 0;
  int64_t key_count_ = 0;
  uint64_t strings_left_ = kMaxStrings;
};

absl::Status Parser::ReadVersion() {
  FERRO_ASSIGN_OR_RETURN(const auto magic, reader_.ReadBytes(4, "the magic number"));
  const absl::string_view text(reinterpret_cast<const char*>(magic.data()), magic.size());
  if (text != "GGUF") {
    // What is found in place of a model when a page, or a repository without its large files, was downloaded.
    const absl::string_view hint = text[0] == '<'   ? "; a web page was saved in place of the file"
                                   : text == "vers" ? "; a Git LFS pointer? Then fetch the file itself (git lfs pull)"
                                                    : "";
    return Invalid("not a GGUF file: it starts with \"", absl::CHexEscape(text), "\"", hint);
  }
  FERRO_ASSIGN_OR_RETURN(const uint32_t version, reader_.Read<uint32_t>("the version"));
  if (version != 0 && (version & 0xffff) == 0) {
    return Invalid("wrong endianness: the file is big-endian, convert it to little-endian");
  }
  if (version != 2 && version != 3) {
    return Invalid("GGUF version ", version, ", supported are 2 and 3; convert the model again");
  }
  contents_.version = version;
  return absl::OkStatus();
}

absl::Status Parser::ReadCounts() {
  FERRO_ASSIGN_OR_RETURN(tensor_count_, reader_.Read<int64_t>("the tensor count"));
  FERRO_ASSIGN_OR_RETURN(key_count_, reader_.Read<int64_t>("the key count"));
  const auto check = [&](int64_t count, uint64_t min_bytes, absl::string_view what) -> absl::Status {
    if (count < 0 || count > kMaxCount) return Invalid(what, " count ", count, ", the limit is ", kMaxCount);
    if (static_cast<uint64_t>(count) > reader_.left() / min_bytes) {
      return Invalid(what, " count ", count, " cannot fit into the ", reader_.left(), " bytes left");
    }
    return absl::OkStatus();
  };
  FERRO_RETURN_IF_ERROR(check(tensor_count_, kMinTensorBytes, "tensor"));
  return check(key_count_, kMinKeyValueBytes, "key");
}

absl::Status Parser::ReadMetadata() {
  const uint64_t start = reader_.position();
  for (int64_t i = 0; i < key_count_; ++i) {
    const std::string where = absl::StrCat("metadata entry ", i);
    FERRO_ASSIGN_OR_RETURN(const absl::string_view key, reader_.ReadString(kMaxStringBytes, where));
    FERRO_ASSIGN_OR_RETURN(const int32_t type, reader_.Read<int32_t>(where));
    absl::StatusOr<Value> value = ReadValue(static_cast<ValueType>(type));
    if (!value.ok()) {
      return Annotate(value.status(), absl::StrCat("key \"", absl::CHexEscape(key.substr(0, 80)), "\""));
    }
    if (reader_.position() - start > kMaxMetadataBytes) {
      return Invalid("metadata exceeds the limit of ", kMaxMetadataBytes, " bytes");
    }
    FERRO_RETURN_IF_ERROR(contents_.metadata.Add(key, *std::move(value)));
  }
  return absl::OkStatus();
}

absl::StatusOr<Value> Parser::ReadValue(ValueType type) {
  if (type == ValueType::kArray) return ReadArray();
  if (type == ValueType::kString) {
    FERRO_ASSIGN_OR_RETURN(const absl::string_view text, reader_.ReadString(kMaxStringBytes, "a string"));
    return Value::String(text);
  }
  const int bytes = ValueTypeBytes(type);
  if (bytes == 0) return Invalid(ValueTypeName(type), " does not exist");
  FERRO_ASSIGN_OR_RETURN(const auto raw, reader_.ReadBytes(static_cast<uint64_t>(bytes), ValueTypeName(type)));
  return Value::Numbers(type, /*is_array=*/false, 1, raw);
}

absl::StatusOr<Value> Parser::ReadArray() {
  FERRO_ASSIGN_OR_RETURN(const int32_t id, reader_.Read<int32_t>("an array's element type"));
  FERRO_ASSIGN_OR_RETURN(const uint64_t count, reader_.Read<uint64_t>("an array's length"));
  const ValueType element = static_cast<ValueType>(id);
  if (element == ValueType::kArray) return Invalid("arrays of arrays are not supported");
  const uint64_t item_bytes = element == ValueType::kString ? 8 : static_cast<uint64_t>(ValueTypeBytes(element));
  if (item_bytes == 0) return Invalid("array of ", ValueTypeName(element), " does not exist");
  if (count > reader_.left() / item_bytes) {
    return Invalid("array of ", count, " ", ValueTypeName(element), " cannot fit into the ", reader_.left(),
                   " bytes left");
  }
  if (element != ValueType::kString) {
    FERRO_ASSIGN_OR_RETURN(const auto raw, reader_.ReadBytes(count * item_bytes, "array"));
    return Value::Numbers(element, /*is_array=*/true, count, raw);
  }
  if (count > strings_left_) return Invalid("arrays hold more than ", kMaxStrings, " strings");
  strings_left_ -= count;
  std::vector<absl::string_view> texts;
  texts.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    FERRO_ASSIGN_OR_RETURN(const absl::string_view text, reader_.ReadString(kMaxStringBytes, "a string"));
    texts.push_back(text);
  }
  return Value::StringArray(std::move(texts));
}

absl::Status Parser::RefuseSplit() const {
  FERRO_ASSIGN_OR_RETURN(const uint32_t parts, contents_.metadata.GetU32Or("split.count", 1));
  if (parts <= 1) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("one of ", parts, " parts of a split model (split.count); merge the parts into one file first"));
}

absl::Status Parser::ReadAlignment() {
  const Value* value = contents_.metadata.Find("general.alignment");
  contents_.alignment = kDefaultAlignment;
  if (value == nullptr) return absl::OkStatus();
  if (value->is_array() || value->element_type() != ValueType::kU32) {
    return Invalid("key \"general.alignment\": is ", value->TypeName(), ", expected u32");
  }
  FERRO_ASSIGN_OR_RETURN(const uint64_t alignment, value->UintAt(0));
  if (!std::has_single_bit(alignment) || alignment > kMaxAlignment) {
    return Invalid("key \"general.alignment\": is ", alignment, ", expected a power of two up to ", kMaxAlignment);
  }
  contents_.alignment = static_cast<uint32_t>(alignment);
  return absl::OkStatus();
}

absl::Status Parser::ReadTensor(int64_t index) {
  const std::string where = absl::StrCat("tensor entry ", index);
  FERRO_ASSIGN_OR_RETURN(const absl::string_view name, reader_.ReadString(kMaxTensorNameBytes, where + ", its name"));
  if (name.empty()) return Invalid(where, ": its name is empty");
  if (!IsPlainUtf8(name)) {
    return Invalid(where, ": its name \"", absl::CHexEscape(name), "\" holds a NUL byte or is not UTF-8");
  }
  TensorInfo info;
  info.name = std::string(name);
  FERRO_ASSIGN_OR_RETURN(const uint32_t dimensions, reader_.Read<uint32_t>(where));
  if (dimensions < 1 || dimensions > 4) return Invalid(name, ": ", dimensions, " dimensions, a tensor has 1 to 4");
  info.shape.resize(dimensions);
  for (int64_t& size : info.shape) {
    FERRO_ASSIGN_OR_RETURN(size, reader_.Read<int64_t>(where));
  }
  FERRO_ASSIGN_OR_RETURN(const int32_t type, reader_.Read<int32_t>(where));
  info.type = static_cast<TensorType>(type);
  FERRO_ASSIGN_OR_RETURN(info.offset, reader_.Read<uint64_t>(where));
  contents_.tensors.push_back(std::move(info));
  return absl::OkStatus();
}

// Sets `data` of each tensor after checking shape, alignment and range.
absl::Status Parser::LocateTensors() {
  const uint64_t data_bytes = bytes_.size() - std::min<uint64_t>(contents_.data_start, bytes_.size());
  for (TensorInfo& info : contents_.tensors) {
    if (info.offset % contents_.alignment != 0) {
      return Invalid(info.name, ": offset ", info.offset, " is not a multiple of the alignment ", contents_.alignment);
    }
    // Of a type that we do not read only the shape can be judged; it is an error once somebody asks for the tensor.
    const absl::StatusOr<int64_t> size =
        IsReadable(info.type) ? TensorBytes(info.type, info.shape) : ElementCount(info.shape);
    if (!size.ok()) return Annotate(size.status(), info.name);
    const uint64_t bytes = IsReadable(info.type) ? static_cast<uint64_t>(*size) : 0;
    if (info.offset > data_bytes || bytes > data_bytes - info.offset) {
      return Invalid(info.name, ": ", bytes, " bytes at offset ", info.offset, " end past the ", data_bytes,
                     " bytes of tensor data; the file is truncated or damaged");
    }
    if (bytes > 0) info.data = bytes_.subspan(contents_.data_start + info.offset, bytes);
  }
  return absl::OkStatus();
}

// No two tensors share bytes. Gaps beyond alignment padding are only worth a remark.
absl::Status Parser::CheckLayout() {
  std::vector<const TensorInfo*> order;
  bool all_readable = true;
  for (const TensorInfo& info : contents_.tensors) {
    if (IsReadable(info.type)) order.push_back(&info);
    all_readable = all_readable && IsReadable(info.type);
  }
  std::sort(order.begin(), order.end(), [](const TensorInfo* a, const TensorInfo* b) { return a->offset < b->offset; });
  uint64_t end = 0;
  uint64_t unused = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const TensorInfo& info = *order[i];
    if (info.offset < end) {
      return Invalid(info.name, ": overlaps ", order[i - 1]->name, " (offset ", info.offset, ", the other ends at ",
                     end, ")");
    }
    if (info.offset - end >= contents_.alignment) unused += info.offset - end;
    end = info.offset + info.data.size();
  }
  if (unused > 0 && all_readable) {
    contents_.warnings.push_back(absl::StrCat(unused, " bytes between tensors belong to none"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<GgufContents> ParseGguf(absl::Span<const uint8_t> bytes) { return Parser(bytes).Run(); }

}  // namespace ferro
