#include "tools/ferro/mcp/replies.h"

#include "absl/strings/str_cat.h"

namespace ferro::mcp {

Replies::~Replies() {
  if (!texts_.empty()) send_(is_batch_ ? absl::StrCat("[", texts_, "]") : texts_);
}

void Replies::Add(const std::string& response) {
  const std::lock_guard lock(mutex_);
  absl::StrAppend(&texts_, texts_.empty() ? "" : ",", response);
}

}  // namespace ferro::mcp
