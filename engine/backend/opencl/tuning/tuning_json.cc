#include "engine/backend/opencl/tuning/tuning_json.h"

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro::opencl {
namespace {

// The fields of each struct with their names, for the writer and the reader alike.
template <class T, class Field>
void ForEachField(T& t, const Field& field) {
  using Struct = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Struct, KernelTuning>) {
    field("gemm", t.gemm);
    field("gemv", t.gemv);
    field("attention", t.attention);
    field("mma", t.mma);
  } else if constexpr (std::is_same_v<Struct, GemmTuning>) {
    field("rows_per_item", t.rows_per_item);
    field("outputs_per_item", t.outputs_per_item);
    field("lanes", t.lanes);
    field("row_lanes", t.row_lanes);
    field("blocks_staged", t.blocks_staged);
    field("ahead", t.ahead);
    field("cache_bytes", t.cache_bytes);
  } else if constexpr (std::is_same_v<Struct, MmaTuning>) {
    field("used", t.used);
    field("output_parts", t.output_parts);
    field("row_parts", t.row_parts);
    field("warps", t.warps);
    field("row_warps", t.row_warps);
    field("blocks_staged", t.blocks_staged);
    field("ahead", t.ahead);
  } else if constexpr (std::is_same_v<Struct, GemvShape>) {
    field("lanes", t.lanes);
    field("span", t.span);
    field("ahead", t.ahead);
    field("parts_at_once", t.parts_at_once);
  } else if constexpr (std::is_same_v<Struct, GemvTuning>) {
    field("shape", t.shape);
    field("narrow", t.narrow);
    field("narrow_outputs", t.narrow_outputs);
    field("norm_rows", t.norm_rows);
  } else {
    static_assert(std::is_same_v<Struct, AttentionTuning>);
    field("tile_queries", t.tile_queries);
    field("blocks_per_group", t.blocks_per_group);
    field("whole_blocks", t.whole_blocks);
    field("prefill_ahead", t.prefill_ahead);
    field("decode_ahead", t.decode_ahead);
  }
}

template <class T>
Json ToJson(const T& t) {
  if constexpr (std::is_class_v<T>) {
    Json json = Json::object();
    ForEachField(t, [&](const char* name, const auto& field) { json[name] = ToJson(field); });
    return json;
  } else {
    return t;
  }
}

template <class T>
absl::Status Read(const Json& json, const std::string& name, T& t) {
  if constexpr (std::is_class_v<T>) {
    if (!json.is_object()) return absl::InvalidArgumentError(absl::StrCat(name, " is no object"));
    absl::Status status;
    size_t fields = 0;
    ForEachField(t, [&](const char* part, auto& field) {
      ++fields;
      if (!status.ok()) return;
      const auto found = json.find(part);
      const std::string full = absl::StrCat(name, ".", part);
      status = found == json.end() ? absl::InvalidArgumentError(absl::StrCat(full, " is missing"))
                                   : Read(*found, full, field);
    });
    FERRO_RETURN_IF_ERROR(status);
    if (json.size() != fields) {
      return absl::InvalidArgumentError(absl::StrCat(name, " has members that are no field of it"));
    }
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!json.is_boolean()) return absl::InvalidArgumentError(absl::StrCat(name, " is neither true nor false"));
    t = json.get<bool>();
  } else {
    constexpr auto kMost = static_cast<uint64_t>(std::numeric_limits<T>::max());
    if (!json.is_number_unsigned() || json.get<uint64_t>() > kMost) {
      return absl::InvalidArgumentError(absl::StrCat(name, " is no whole number from 0 to ", kMost));
    }
    t = static_cast<T>(json.get<uint64_t>());
  }
  return absl::OkStatus();
}

}  // namespace

Json TuningToJson(const KernelTuning& tuning) { return ToJson(tuning); }

absl::StatusOr<KernelTuning> TuningFromJson(const Json& json) {
  KernelTuning tuning;
  FERRO_RETURN_IF_ERROR(Read(json, "tuning", tuning));
  return tuning;
}

}  // namespace ferro::opencl
