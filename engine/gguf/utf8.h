// UTF-8 validation for names that end up in logs, messages and JSON.
#ifndef FERRO_ENGINE_GGUF_UTF8_H_
#define FERRO_ENGINE_GGUF_UTF8_H_

#include "absl/strings/string_view.h"

namespace ferro {

// True for well-formed UTF-8 (shortest forms, no surrogates, up to U+10FFFF) without a NUL byte.
bool IsPlainUtf8(absl::string_view text);

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_UTF8_H_
