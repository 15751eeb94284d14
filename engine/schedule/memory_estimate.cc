#include "engine/schedule/memory_estimate.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

// Bytes of one key or value row of `values` numbers.
int64_t KvRowBytes(KvType type, int64_t values) {
  switch (type) {
    case KvType::kF32:
      return values * 4;
    case KvType::kF16:
      return values * 2;
    case KvType::kInt8:
      return values + values / 32 * 4;  // a scale for each 32
  }
  return 0;
}

absl::StatusOr<int64_t> SlotBytes(const GgufFile& file, int context, KvType kv_type) {
  FERRO_ASSIGN_OR_RETURN(const absl::string_view architecture, file.GetString("general.architecture"));
  const auto key = [&](const char* name) { return absl::StrCat(architecture, ".", name); };
  FERRO_ASSIGN_OR_RETURN(const uint32_t width, file.GetU32(key("embedding_length")));
  FERRO_ASSIGN_OR_RETURN(const uint32_t layers, file.GetU32(key("block_count")));
  FERRO_ASSIGN_OR_RETURN(const uint32_t taps, file.GetU32Or(key("shortconv.l_cache"), 0));
  FERRO_ASSIGN_OR_RETURN(const uint32_t trained, file.GetU32Or(key("context_length"), context));
  int64_t heads = 0;
  if (file.IsArray(key("attention.head_count"))) {
    FERRO_ASSIGN_OR_RETURN(const std::vector<int64_t> each, file.GetIntArray(key("attention.head_count")));
    if (!each.empty()) heads = *std::max_element(each.begin(), each.end());
  } else {
    FERRO_ASSIGN_OR_RETURN(heads, file.GetI64(key("attention.head_count")));
  }
  if (heads < 1 || layers > 4096) return absl::InvalidArgumentError("shape");
  FERRO_ASSIGN_OR_RETURN(const uint32_t head_dim, file.GetU32Or(key("attention.key_length"), width / heads));

  // 0 key/value heads mark a short-convolution layer.
  std::vector<int64_t> kv_heads(layers, heads);
  if (file.IsArray(key("attention.head_count_kv"))) {
    FERRO_ASSIGN_OR_RETURN(kv_heads, file.GetIntArray(key("attention.head_count_kv")));
  } else if (file.Has(key("attention.head_count_kv"))) {
    FERRO_ASSIGN_OR_RETURN(const int64_t all, file.GetI64(key("attention.head_count_kv")));
    kv_heads.assign(layers, all);
  }
  const int64_t positions = std::min<int64_t>(context, trained);
  int64_t bytes = 0;
  for (const int64_t count : kv_heads) {
    if (count < 0 || count > heads) return absl::InvalidArgumentError("shape");
    bytes += count > 0 ? 2 * positions * KvRowBytes(kv_type, count * head_dim)
                       : std::max<int64_t>(int64_t{taps} - 1, 0) * width * 4;
  }
  return bytes;
}

}  // namespace

MemoryEstimate EstimateMemory(const GgufFile& file, int slots, int context, KvType kv_type) {
  MemoryEstimate estimate;
  for (const TensorInfo& tensor : file.tensors()) estimate.weights += static_cast<int64_t>(tensor.data.size());
  const absl::StatusOr<int64_t> slot = SlotBytes(file, context, kv_type);
  if (slot.ok()) estimate.sequence_state = *slot * slots;
  return estimate;
}

}  // namespace ferro
