#include "tools/ferro/roofline/published.h"

#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/kernels/ops/kv_format_name.h"
#include "tools/ferro/roofline/published_n100_json.h"

namespace ferro {
namespace {

absl::Status Wrong(const Json& row) {
  return absl::InvalidArgumentError(absl::StrCat("published row ", DumpJson(row)));
}

int IntOr(const Json& row, const char* name, int otherwise) {
  const auto it = row.find(name);
  return it != row.end() && it->is_number_integer() ? it->get<int>() : otherwise;
}

std::string TextOf(const Json& row, const char* name) {
  const auto it = row.find(name);
  return it != row.end() && it->is_string() ? it->get<std::string>() : "";
}

absl::StatusOr<PublishedRow> ParseRow(const Json& json) {
  if (!json.is_object()) return Wrong(json);
  PublishedRow row;
  const std::string test = TextOf(json, "test");
  if (test == "prefill") {
    row.phase.tokens = IntOr(json, "tokens", 0);
  } else if (test == "decode" || test == "attention") {
    row.phase.kind = test == "decode" ? Phase::Kind::kDecode : Phase::Kind::kAttention;
    row.phase.depth = IntOr(json, "depth", 0);
    row.phase.streams = IntOr(json, "streams", 0);
    FERRO_ASSIGN_OR_RETURN(row.phase.kv, ParseKvFormat(TextOf(json, "kv")));
  } else {
    return Wrong(json);
  }
  const auto range = json.find(row.phase.kind == Phase::Kind::kAttention ? "ms" : "tok_s");
  if (range == json.end() || !range->is_array() || range->size() != 2 || !(*range)[0].is_number() ||
      !(*range)[1].is_number()) {
    return Wrong(json);
  }
  row.low = (*range)[0].get<double>();
  row.high = (*range)[1].get<double>();
  if (!(row.low > 0 && row.low <= row.high)) return Wrong(json);
  row.note = TextOf(json, "note");
  return row;
}

}  // namespace

absl::StatusOr<std::vector<PublishedRow>> ParsePublished(absl::string_view text, int64_t width, int64_t ff) {
  FERRO_ASSIGN_OR_RETURN(const Json json, ParseJson(text));
  if (!json.is_object() || !json.contains("models") || !json["models"].is_array()) return Wrong(json);
  std::vector<PublishedRow> rows;
  for (const Json& model : json["models"]) {
    if (!model.is_object() || !model.contains("rows") || !model["rows"].is_array()) return Wrong(model);
    if (IntOr(model, "width", 0) != width || IntOr(model, "ff", 0) != ff) continue;
    for (const Json& row : model["rows"]) {
      FERRO_ASSIGN_OR_RETURN(PublishedRow parsed, ParseRow(row));
      rows.push_back(std::move(parsed));
    }
  }
  return rows;
}

std::vector<PublishedRow> PublishedRows(absl::string_view device, const GgufFile& file) {
  const TensorInfo* const gate = file.FindTensor("blk.0.ffn_gate.weight");
  if (device != "n100" || gate == nullptr) return {};
  return ParsePublished(kPublishedN100Json, gate->row_length(), gate->rows()).value_or(std::vector<PublishedRow>());
}

}  // namespace ferro
