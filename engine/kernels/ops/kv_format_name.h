// The names of KvFormat, as --kv-dtype takes them.
#ifndef FERRO_ENGINE_KERNELS_OPS_KV_FORMAT_NAME_H_
#define FERRO_ENGINE_KERNELS_OPS_KV_FORMAT_NAME_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/kernels/ops/kv_format.h"

namespace ferro {

const char* KvFormatName(KvFormat format);                       // f32, f16, int8
absl::StatusOr<KvFormat> ParseKvFormat(absl::string_view name);  // kInvalidArgument lists them

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_KV_FORMAT_NAME_H_
