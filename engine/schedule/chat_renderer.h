// Conversations to prompt text with the chat template of one model file.
#ifndef FERRO_ENGINE_SCHEDULE_CHAT_RENDERER_H_
#define FERRO_ENGINE_SCHEDULE_CHAT_RENDERER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/gguf/metadata.h"
#include "engine/schedule/lm_types.h"
#include "engine/text/template/loaded_template.h"
#include "engine/text/tokenizer.h"

namespace ferro {

// Immutable: any thread may call any method.
class ChatRenderer {
 public:
  // `metadata` and `tokenizer` may be gone afterwards. The last two are those of ChatRequest. A file without a usable
  // template gets a built-in one; warnings() say so. kInvalidArgument: the template's key holds no text.
  static absl::StatusOr<std::unique_ptr<ChatRenderer>> Load(const Metadata& metadata, const Tokenizer& tokenizer,
                                                            ContentParts content_parts,
                                                            bool write_lost_tool_calls = false);

  // kInvalidArgument, with the field at fault where there is one.
  absl::StatusOr<RenderedPrompt> Render(const ChatInput& chat) const;

  // As the file has it.
  const std::string& source() const { return source_; }
  // Which family the template belongs to, for logs and people.
  const std::string& variant() const { return template_->traits().variant; }
  // Names as in /props chat_template_caps.
  std::vector<std::pair<std::string, bool>> capabilities() const;
  const std::vector<std::string>& warnings() const { return template_->warnings(); }

 private:
  ChatRenderer() = default;

  std::string source_;
  std::unique_ptr<LoadedTemplate> template_;
  ContentParts content_parts_ = ContentParts::kAuto;
  bool write_lost_tool_calls_ = false;
  std::string bos_text_, eos_text_;
  bool add_bos_ = true, add_eos_ = false;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_CHAT_RENDERER_H_
