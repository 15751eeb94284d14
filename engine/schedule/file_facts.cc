#include "engine/schedule/file_facts.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "absl/strings/str_cat.h"

namespace ferro {

FileFacts FactsOf(const GgufFile& file) {
  FileFacts facts;
  const std::filesystem::path path(file.path());
  facts.stem = path.stem().string();
  facts.file = path.filename().string();
  facts.architecture = std::string(file.GetStringOr("general.architecture", "").value_or(""));
  facts.file_bytes = file.file_bytes();
  const auto key = [&](const char* name) { return absl::StrCat(facts.architecture, ".", name); };
  facts.embedding_length = static_cast<int>(file.GetU32Or(key("embedding_length"), 0).value_or(0));
  facts.trained_context = static_cast<int>(file.GetU32Or(key("context_length"), 0).value_or(0));
  std::map<TensorType, int64_t> values;
  for (const TensorInfo& tensor : file.tensors()) {
    values[tensor.type] += tensor.elements();
    facts.parameters += tensor.elements();
    facts.tensor_bytes += static_cast<int64_t>(tensor.data.size());
  }
  const auto most =
      std::max_element(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != values.end()) facts.file_type = TensorTypeName(most->first);
  return facts;
}

}  // namespace ferro
