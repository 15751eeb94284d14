#include "engine/gguf/metadata.h"

#include <limits>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/utf8.h"

namespace ferro {
namespace {

std::string Quoted(absl::string_view key) { return absl::StrCat("key \"", key, "\""); }

template <class T>
absl::StatusOr<T> WithKey(absl::string_view key, absl::StatusOr<T> result) {
  if (!result.ok()) return Annotate(result.status(), Quoted(key));
  return result;
}

template <class T>
absl::StatusOr<T> OrAbsent(absl::StatusOr<T> result, T absent) {
  if (absl::IsNotFound(result.status())) return absent;
  return result;
}

template <class T>
absl::StatusOr<std::vector<T>> Collect(absl::string_view key, const Value& array,
                                       absl::StatusOr<T> (Value::*read)(uint64_t) const) {
  std::vector<T> items;
  items.reserve(array.size());  // no more than the file's bytes
  for (uint64_t i = 0; i < array.size(); ++i) {
    absl::StatusOr<T> item = (array.*read)(i);
    if (!item.ok()) return Annotate(item.status(), absl::StrCat(Quoted(key), ", element ", i));
    items.push_back(*item);
  }
  return items;
}

}  // namespace

absl::Status Metadata::Add(absl::string_view key, Value value) {
  if (key.empty()) return absl::InvalidArgumentError("a metadata key is empty");
  if (!IsPlainUtf8(key)) {
    return absl::InvalidArgumentError(
        absl::StrCat("metadata key \"", absl::CHexEscape(key.substr(0, 80)), "\" holds a NUL byte or is not UTF-8"));
  }
  if (!index_.emplace(key, entries_.size()).second) {
    return absl::InvalidArgumentError(absl::StrCat("metadata ", Quoted(key), " appears twice"));
  }
  entries_.push_back({key, std::move(value)});
  return absl::OkStatus();
}

const Value* Metadata::Find(absl::string_view key) const {
  const auto it = index_.find(key);
  return it == index_.end() ? nullptr : &entries_[it->second].value;
}

bool Metadata::IsArray(absl::string_view key) const {
  const Value* value = Find(key);
  return value != nullptr && value->is_array();
}

absl::StatusOr<const Value*> Metadata::Scalar(absl::string_view key) const {
  const Value* value = Find(key);
  if (value == nullptr) return absl::NotFoundError(absl::StrCat(Quoted(key), " is missing"));
  if (value->is_array()) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(key), ": is ", value->TypeName(), ", expected one value"));
  }
  return value;
}

absl::StatusOr<const Value*> Metadata::Array(absl::string_view key) const {
  const Value* value = Find(key);
  if (value == nullptr) return absl::NotFoundError(absl::StrCat(Quoted(key), " is missing"));
  if (!value->is_array()) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(key), ": is ", value->TypeName(), ", expected an array"));
  }
  return value;
}

absl::StatusOr<uint32_t> Metadata::GetU32(absl::string_view key) const {
  FERRO_ASSIGN_OR_RETURN(const Value* value, Scalar(key));
  FERRO_ASSIGN_OR_RETURN(const uint64_t number, WithKey(key, value->UintAt(0)));
  if (number > std::numeric_limits<uint32_t>::max()) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(key), ": is ", number, ", the limit is 2^32 - 1"));
  }
  return static_cast<uint32_t>(number);
}

absl::StatusOr<int64_t> Metadata::GetI64(absl::string_view key) const {
  FERRO_ASSIGN_OR_RETURN(const Value* value, Scalar(key));
  return WithKey(key, value->IntAt(0));
}

absl::StatusOr<float> Metadata::GetF32(absl::string_view key) const {
  FERRO_ASSIGN_OR_RETURN(const Value* value, Scalar(key));
  return WithKey(key, value->FloatAt(0));
}

absl::StatusOr<bool> Metadata::GetBool(absl::string_view key) const {
  FERRO_ASSIGN_OR_RETURN(const Value* value, Scalar(key));
  return WithKey(key, value->BoolAt(0));
}

absl::StatusOr<absl::string_view> Metadata::GetString(absl::string_view key) const {
  FERRO_ASSIGN_OR_RETURN(const Value* value, Scalar(key));
  return WithKey(key, value->StringAt(0));
}

absl::StatusOr<uint32_t> Metadata::GetU32Or(absl::string_view key, uint32_t absent) const {
  return OrAbsent(GetU32(key), absent);
}
absl::StatusOr<int64_t> Metadata::GetI64Or(absl::string_view key, int64_t absent) const {
  return OrAbsent(GetI64(key), absent);
}
absl::StatusOr<float> Metadata::GetF32Or(absl::string_view key, float absent) const {
  return OrAbsent(GetF32(key), absent);
}
absl::StatusOr<bool> Metadata::GetBoolOr(absl::string_view key, bool absent) const {
  return OrAbsent(GetBool(key), absent);
}
absl::StatusOr<absl::string_view> Metadata::GetStringOr(absl::string_view key, absl::string_view absent) const {
  return OrAbsent(GetString(key), absent);
}

absl::StatusOr<std::vector<int64_t>> Metadata::GetIntArray(absl::string_view key) const {
  FERRO_ASSIGN_OR_RETURN(const Value* array, Array(key));
  return Collect<int64_t>(key, *array, &Value::IntAt);
}

absl::StatusOr<std::vector<float>> Metadata::GetFloatArray(absl::string_view key) const {
  FERRO_ASSIGN_OR_RETURN(const Value* array, Array(key));
  return Collect<float>(key, *array, &Value::FloatAt);
}

absl::StatusOr<std::vector<bool>> Metadata::GetBoolArray(absl::string_view key) const {
  FERRO_ASSIGN_OR_RETURN(const Value* array, Array(key));
  return Collect<bool>(key, *array, &Value::BoolAt);
}

absl::StatusOr<absl::Span<const absl::string_view>> Metadata::GetStringArray(absl::string_view key) const {
  FERRO_ASSIGN_OR_RETURN(const Value* array, Array(key));
  return WithKey(key, array->Strings());
}

}  // namespace ferro
