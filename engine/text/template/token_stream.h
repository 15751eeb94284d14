// A cursor over the tokens of a template.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_TOKEN_STREAM_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_TOKEN_STREAM_H_

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/lexer.h"

namespace ferro::jinja {

class TokenStream {
 public:
  // `tokens` ends in kEnd, on which the stream stays.
  explicit TokenStream(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  const Token& Peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& Next() {
    const Token& token = Peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  int line() const { return Peek().line; }

  bool SkipOperator(absl::string_view op) { return Peek().IsOperator(op) && Skip(); }
  bool SkipName(absl::string_view name) { return Peek().IsName(name) && Skip(); }

  absl::Status ExpectOperator(absl::string_view op) {
    return SkipOperator(op) ? absl::OkStatus() : Unexpected(absl::StrCat("'", op, "'"));
  }
  absl::Status ExpectName(absl::string_view name) {
    return SkipName(name) ? absl::OkStatus() : Unexpected(absl::StrCat("'", name, "'"));
  }
  absl::Status Expect(TokenKind kind, absl::string_view what) {
    if (Peek().kind != kind) return Unexpected(what);
    Next();
    return absl::OkStatus();
  }

  absl::Status Error(absl::string_view what) const {
    return absl::InvalidArgumentError(absl::StrCat("line ", line(), ": ", what));
  }
  absl::Status Unsupported(absl::string_view what) const {
    return absl::UnimplementedError(absl::StrCat("line ", line(), ": ", what, " is not supported"));
  }
  absl::Status Unexpected(absl::string_view expected) const {
    return Error(absl::StrCat("expected ", expected, ", found ", Describe(Peek())));
  }

 private:
  bool Skip() {
    Next();
    return true;
  }
  static std::string Describe(const Token& token) {
    switch (token.kind) {
      case TokenKind::kText:
        return "text";
      case TokenKind::kVariableBegin:
        return "'{{'";
      case TokenKind::kVariableEnd:
        return "'}}'";
      case TokenKind::kBlockBegin:
        return "'{%'";
      case TokenKind::kBlockEnd:
        return "'%}'";
      case TokenKind::kEnd:
        return "the end of the template";
      case TokenKind::kString:
        return "a string";
      default:
        return absl::StrCat("'", token.text, "'");
    }
  }

  const std::vector<Token> tokens_;
  size_t at_ = 0;
};

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_TOKEN_STREAM_H_
