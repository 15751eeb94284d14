#include "tools/ferro/inspect/report.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "tools/ferro/human.h"
#include "tools/ferro/model_kind.h"

namespace ferro {
namespace {

constexpr int kShownItems = 6;
constexpr size_t kShownText = 96;

struct Total {
  int64_t tensors = 0;
  int64_t elements = 0;
  int64_t bytes = 0;
};

std::map<std::string, Total> TotalsByType(const GgufFile& file) {
  std::map<std::string, Total> totals;
  for (const TensorInfo& tensor : file.tensors()) {
    Total& total = totals[TensorTypeName(tensor.type)];
    ++total.tensors;
    total.elements += tensor.elements();
    total.bytes += static_cast<int64_t>(tensor.data.size());
  }
  return totals;
}

int64_t Parameters(const GgufFile& file) {
  int64_t sum = 0;
  for (const TensorInfo& tensor : file.tensors()) sum += tensor.elements();
  return sum;
}

std::string Shortened(std::string text) {
  if (text.size() <= kShownText) return text;
  const size_t whole = text.size();
  text.resize(kShownText);
  while (!text.empty() && (text.back() & 0xc0) == 0x80) text.pop_back();  // not inside a UTF-8 sequence
  if (!text.empty() && (text.back() & 0x80) != 0) text.pop_back();        // nor after its first byte
  return absl::StrCat(text, "... (", whole, " characters)");
}

Json ScalarJson(const Value& value, uint64_t i) {
  switch (value.element_type()) {
    case ValueType::kString:
      return Json(std::string(value.StringAt(i).value_or("")));
    case ValueType::kBool:
      return Json(value.BoolAt(i).value_or(false));
    case ValueType::kF32:
    case ValueType::kF64:
      return Json(value.FloatAt(i).value_or(0));
    case ValueType::kU64:
      return Json(value.UintAt(i).value_or(0));
    default:
      return Json(value.IntAt(i).value_or(0));
  }
}

Json MetadataJson(const Metadata::Entry& entry) {
  Json json = {{"key", std::string(entry.key)}, {"type", entry.value.TypeName()}};
  if (!entry.value.is_array()) {
    json["value"] = ScalarJson(entry.value, 0);
    return json;
  }
  json["size"] = entry.value.size();
  json["first"] = Json::array();
  for (uint64_t i = 0; i < std::min<uint64_t>(entry.value.size(), kShownItems); ++i) {
    json["first"].push_back(ScalarJson(entry.value, i));
  }
  return json;
}

}  // namespace

std::string InspectText(const GgufFile& file) {
  const ModelIdentity identity = IdentifyModel(file);
  std::string out = absl::StrFormat("%s\n  GGUF version %d, %s, %s parameters in %d tensors\n  %s\n", file.path(),
                                    file.version(), HumanBytes(file.file_bytes()), HumanCount(Parameters(file)),
                                    file.tensors().size(), identity.explanation);
  for (const std::string& warning : file.warnings()) absl::StrAppend(&out, "  warning: ", warning, "\n");

  size_t key_width = 0;
  for (const Metadata::Entry& entry : file.entries()) key_width = std::max(key_width, entry.key.size());
  key_width = std::min<size_t>(key_width, 48);
  absl::StrAppend(&out, "\nmetadata\n");
  for (const Metadata::Entry& entry : file.entries()) {
    absl::StrAppendFormat(&out, "  %-*s  %-14s  %s\n", key_width, absl::Utf8SafeCEscape(entry.key),
                          entry.value.TypeName(), Shortened(entry.value.ToText(kShownItems)));
  }

  size_t name_width = 0;
  for (const TensorInfo& tensor : file.tensors()) name_width = std::max(name_width, tensor.name.size());
  absl::StrAppend(&out, "\ntensors\n");
  for (const TensorInfo& tensor : file.tensors()) {
    absl::StrAppendFormat(&out, "  %-*s  %-6s  %10s  [%s]\n", name_width, absl::Utf8SafeCEscape(tensor.name),
                          TensorTypeName(tensor.type), HumanBytes(tensor.data.size()),
                          absl::StrJoin(tensor.shape, ", "));
  }

  absl::StrAppend(&out, "\nby type\n");
  for (const auto& [type, total] : TotalsByType(file)) {
    absl::StrAppendFormat(&out, "  %-6s  %5d tensors  %10s values  %10s\n", type, total.tensors,
                          HumanCount(total.elements), HumanBytes(total.bytes));
  }
  return out;
}

Json InspectJson(const GgufFile& file) {
  const ModelIdentity identity = IdentifyModel(file);
  Json json = {{"path", file.path()},
               {"bytes", file.file_bytes()},
               {"version", file.version()},
               {"alignment", file.alignment()},
               {"architecture", identity.architecture},
               {"kind", ModelKindName(identity.kind)},
               {"explanation", identity.explanation},
               {"parameters", Parameters(file)},
               {"metadata", Json::array()},
               {"tensors", Json::array()},
               {"totals", Json::array()},
               {"warnings", file.warnings()}};
  for (const Metadata::Entry& entry : file.entries()) json["metadata"].push_back(MetadataJson(entry));
  for (const TensorInfo& tensor : file.tensors()) {
    json["tensors"].push_back({{"name", tensor.name},
                               {"type", TensorTypeName(tensor.type)},
                               {"shape", tensor.shape},
                               {"elements", tensor.elements()},
                               {"bytes", tensor.data.size()},
                               {"offset", tensor.offset}});
  }
  for (const auto& [type, total] : TotalsByType(file)) {
    json["totals"].push_back(
        {{"type", type}, {"tensors", total.tensors}, {"elements", total.elements}, {"bytes", total.bytes}});
  }
  return json;
}

}  // namespace ferro
