#include "tools/ferro/bench/workload.h"

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

constexpr double kBytesPerWeight = 34.0 / 32;

double BytesPerKvValue(KvType type) {
  switch (type) {
    case KvType::kF32:
      return 4;
    case KvType::kF16:
      return 2;
    case KvType::kInt8:
      return 1 + 4.0 / 32;  // one f32 scale for 32 values
  }
  return 4;
}

}  // namespace

double Workload::DecodeBytes(int sequences, double depth, KvType type) const {
  const double experts_read = std::min(1.0, expert_share * sequences);
  return dense_bytes + experts_read * expert_bytes + sequences * depth * kv_values_per_position * BytesPerKvValue(type);
}

Workload CountWorkload(const GgufFile& file) {
  Workload work;
  const std::string architecture(file.GetStringOr("general.architecture", "").value_or(""));
  const double experts = file.GetU32Or(absl::StrCat(architecture, ".expert_count"), 0).value_or(0);
  const double used = file.GetU32Or(absl::StrCat(architecture, ".expert_used_count"), 0).value_or(0);
  if (experts > 0) work.expert_share = std::min(1.0, used / experts);

  double embedding = 0, output = 0;
  for (const TensorInfo& tensor : file.tensors()) {
    const auto elements = static_cast<double>(tensor.elements());
    if (tensor.name == "token_embd.weight") {
      embedding = elements;
    } else if (tensor.name == "output.weight") {
      output = elements;
    } else if (tensor.shape.size() == 3 && absl::StrContains(tensor.name, "_exps.")) {
      work.prefill_macs += elements * work.expert_share;
      work.expert_bytes += elements * kBytesPerWeight;
    } else if (tensor.shape.size() == 2 && !absl::StrContains(tensor.name, "shortconv.conv.")) {
      work.prefill_macs += elements;
      work.dense_bytes += elements * kBytesPerWeight;
      if (absl::StrContains(tensor.name, ".attn_k.") || absl::StrContains(tensor.name, ".attn_v.")) {
        work.kv_values_per_position += static_cast<double>(tensor.rows());
      }
    }
  }
  // A file without an output matrix multiplies by the embedding table.
  work.dense_bytes += (output > 0 ? output : embedding) * kBytesPerWeight;
  return work;
}

}  // namespace ferro
