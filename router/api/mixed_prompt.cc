#include "router/api/mixed_prompt.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "router/api/field_reader.h"

namespace ferro::router {

absl::StatusOr<ferro::lm::v1::MixedPrompt> ReadMixedPrompt(const Json& value, const std::string& param) {
  ferro::lm::v1::MixedPrompt prompt;
  Json ids = Json::array();
  for (size_t i = 0; i <= value.size(); ++i) {
    const Json* item = i < value.size() ? &value[i] : nullptr;
    if (item != nullptr && item->is_number()) {
      ids.push_back(*item);
      continue;
    }
    if (!ids.empty()) {  // a run of ids has ended
      FERRO_ASSIGN_OR_RETURN(const std::vector<int32_t> run, ReadTokenIds(ids, param));
      prompt.add_parts()->mutable_tokens()->mutable_ids()->Add(run.begin(), run.end());
      ids.clear();
    }
    if (item == nullptr) break;
    if (!item->is_string()) return WrongType(absl::StrCat(param, "[", i, "]"), "string or number", *item);
    prompt.add_parts()->set_text(item->get<std::string>());
  }
  return prompt;
}

}  // namespace ferro::router
