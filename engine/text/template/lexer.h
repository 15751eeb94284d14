// Template source into tokens, whitespace control applied.
//
// Settings are those of transformers: trim_blocks (one newline after a block or comment is dropped) and lstrip_blocks
// (blanks before a block or comment that starts its line are dropped). `-` strips whitespace on its side, `+` keeps it.
// Line ends become \n and one newline at the end of the source is dropped, as Jinja does.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_LEXER_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_LEXER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro::jinja {

enum class TokenKind {
  kText,  // literal output
  kVariableBegin,
  kVariableEnd,
  kBlockBegin,
  kBlockEnd,
  kName,
  kString,    // text: the value, escapes resolved
  kInteger,   // text: decimal digits
  kFloat,     // text: the spelling without underscores
  kOperator,  // text: the operator
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;
  int line = 1;

  bool IsOperator(absl::string_view op) const { return kind == TokenKind::kOperator && text == op; }
  bool IsName(absl::string_view name) const { return kind == TokenKind::kName && text == name; }
};

// The last token is kEnd. kInvalidArgument with the line: unclosed tags, comments or strings, unknown characters.
absl::StatusOr<std::vector<Token>> Tokenize(absl::string_view source);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_LEXER_H_
