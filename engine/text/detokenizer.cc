#include "engine/text/detokenizer.h"

#include "base/utf8.h"

namespace ferro {

std::string StreamDetokenizer::Push(int32_t id) {
  tokenizer_.AppendBytes(id, options_.show_special || options_.preserved.contains(id), &pending_);
  std::string text;
  pending_.erase(0, AppendRepairedUtf8(pending_, /*flush=*/false, &text));
  return text;
}

std::string StreamDetokenizer::Flush() {
  std::string text;
  AppendRepairedUtf8(pending_, /*flush=*/true, &text);
  pending_.clear();
  return text;
}

}  // namespace ferro
