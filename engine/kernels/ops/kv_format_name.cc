#include "engine/kernels/ops/kv_format_name.h"

#include "absl/strings/str_cat.h"

namespace ferro {

const char* KvFormatName(KvFormat format) {
  switch (format) {
    case KvFormat::kF32:
      return "f32";
    case KvFormat::kF16:
      return "f16";
    case KvFormat::kInt8:
      return "int8";
  }
  return "f32";
}

absl::StatusOr<KvFormat> ParseKvFormat(absl::string_view name) {
  for (const KvFormat format : {KvFormat::kF32, KvFormat::kF16, KvFormat::kInt8}) {
    if (name == KvFormatName(format)) return format;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("no keys and values of type \"", name, "\"; there are f32, f16, int8"));
}

}  // namespace ferro
