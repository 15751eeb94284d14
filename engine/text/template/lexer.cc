#include "engine/text/template/lexer.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "engine/text/template/literals.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

std::string NormalizeLineEnds(absl::string_view source) {
  std::string out;
  out.reserve(source.size());
  for (size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\r') {
      out.push_back('\n');
      if (i + 1 < source.size() && source[i + 1] == '\n') ++i;
    } else {
      out.push_back(source[i]);
    }
  }
  if (absl::EndsWith(out, "\n")) out.pop_back();
  return out;
}

// Longest operators first.
constexpr absl::string_view kOperators[] = {"//", "**", "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[",
                                            "]",  "(",  ")",  "{",  "}",  ">",  "<", "=", ".", ":", "|", ",", ";"};

bool IsNameStart(char c) { return absl::ascii_isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool IsNamePart(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_'; }

class Lexer {
 public:
  explicit Lexer(absl::string_view source) : source_(source) {}

  absl::StatusOr<std::vector<Token>> Run() {
    while (at_ < source_.size()) FERRO_RETURN_IF_ERROR(TextThenTag());
    Emit(TokenKind::kEnd, "");
    return std::move(tokens_);
  }

 private:
  absl::Status Error(absl::string_view what) const {
    return absl::InvalidArgumentError(absl::StrCat("line ", line_, ": ", what));
  }
  void Emit(TokenKind kind, std::string text) { tokens_.push_back({kind, std::move(text), line_}); }
  absl::string_view Rest() const { return source_.substr(at_); }

  void Advance(size_t n) {
    const absl::string_view passed = source_.substr(at_, n);
    line_ += static_cast<int>(std::count(passed.begin(), passed.end(), '\n'));
    if (n > 0) at_line_start_ = passed.back() == '\n';
    at_ += n;
  }
  void SkipSpace() { Advance(Rest().size() - StripLeft(Rest()).size()); }

  // Text up to the next tag, then the tag.
  absl::Status TextThenTag() {
    size_t tag = at_;
    while (true) {
      tag = source_.find('{', tag);
      if (tag == absl::string_view::npos || tag + 1 >= source_.size()) {
        const absl::string_view text = Rest();
        EmitText(text);
        Advance(text.size());
        return absl::OkStatus();
      }
      if (absl::string_view("{%#").find(source_[tag + 1]) != absl::string_view::npos) break;
      ++tag;
    }
    const char kind = source_[tag + 1];
    const char sign = tag + 2 < source_.size() ? source_[tag + 2] : ' ';
    const bool has_sign = sign == '-' || sign == '+';
    EmitText(TrimBeforeTag(source_.substr(at_, tag - at_), sign, /*is_variable=*/kind == '{'));
    Advance(tag - at_);
    if (kind == '%' && IsRawTag(source_.substr(tag + 2 + has_sign))) return Raw(2 + has_sign);
    Advance(2 + has_sign);
    if (kind == '#') return Comment();
    return kind == '{' ? Inside(TokenKind::kVariableBegin, TokenKind::kVariableEnd, "}}")
                       : Inside(TokenKind::kBlockBegin, TokenKind::kBlockEnd, "%}");
  }

  void EmitText(absl::string_view text) {
    if (!text.empty()) Emit(TokenKind::kText, std::string(text));
  }

  absl::string_view TrimBeforeTag(absl::string_view text, char sign, bool is_variable) const {
    if (sign == '-') return StripRight(text);
    if (sign == '+' || is_variable) return text;
    const size_t newline = text.rfind('\n');
    const size_t line_start = newline == absl::string_view::npos ? 0 : newline + 1;
    if (line_start == 0 && !at_line_start_) return text;
    return StripLeft(text.substr(line_start)).empty() ? text.substr(0, line_start) : text;
  }

  // The end of a block or comment at at_: an optional sign before `close`. Returns its length, 0 if it is not here.
  size_t EndLength(absl::string_view close) const {
    const absl::string_view rest = Rest();
    if (absl::StartsWith(rest, close)) return close.size();
    const bool has_sign = !rest.empty() && (rest[0] == '-' || (rest[0] == '+' && close != "}}"));
    return has_sign && absl::StartsWith(rest.substr(1), close) ? close.size() + 1 : 0;
  }

  // Consumes an end of `length` bytes and the whitespace that it swallows.
  void ConsumeEnd(size_t length, absl::string_view close) {
    const char sign = Rest()[0];
    Advance(length);
    if (sign == '-') {
      SkipSpace();
    } else if (sign != '+' && close != "}}" && absl::StartsWith(Rest(), "\n")) {
      Advance(1);
    }
  }

  absl::Status Comment() {
    for (; at_ < source_.size(); Advance(1)) {
      if (const size_t length = EndLength("#}"); length > 0) {
        ConsumeEnd(length, "#}");
        return absl::OkStatus();
      }
    }
    return Error("missing end of comment tag");
  }

  // `rest` follows "{%" and its sign.
  static bool IsRawTag(absl::string_view rest) {
    rest = StripLeft(rest);
    if (!absl::StartsWith(rest, "raw")) return false;
    rest = StripLeft(rest.substr(3));
    return absl::StartsWith(rest, "%}") || absl::StartsWith(rest, "-%}");
  }

  absl::Status Raw(size_t opening) {
    Advance(opening);
    SkipSpace();
    Advance(3);
    SkipSpace();
    if (Rest()[0] == '-') {
      Advance(3);
      SkipSpace();
    } else {
      Advance(2);
    }
    for (size_t tag = source_.find("{%", at_); tag != absl::string_view::npos; tag = source_.find("{%", tag + 1)) {
      absl::string_view rest = source_.substr(tag + 2);
      const char sign = rest.empty() ? ' ' : rest[0];
      if (sign == '-' || sign == '+') rest.remove_prefix(1);
      rest = StripLeft(rest);
      if (!absl::ConsumePrefix(&rest, "endraw")) continue;
      rest = StripLeft(rest);
      const size_t end = source_.size() - rest.size();
      if (!absl::StartsWith(rest, "%}") && !absl::StartsWith(rest, "-%}") && !absl::StartsWith(rest, "+%}")) continue;
      EmitText(TrimBeforeTag(source_.substr(at_, tag - at_), sign, /*is_variable=*/false));
      Advance(end - at_);
      ConsumeEnd(EndLength("%}"), "%}");
      return absl::OkStatus();
    }
    return Error("missing end of raw directive");
  }

  absl::Status Inside(TokenKind begin, TokenKind end, absl::string_view close) {
    Emit(begin, "");
    std::string open;  // closing brackets that are due, innermost last
    while (true) {
      const absl::string_view rest = Rest();
      if (rest.empty()) return Error(absl::StrCat("the template ends inside a tag, expected '", close, "'"));
      if (open.empty()) {
        if (const size_t length = EndLength(close); length > 0) {
          Emit(end, "");
          ConsumeEnd(length, close);
          return absl::OkStatus();
        }
      }
      if (StripLeft(rest).size() < rest.size()) {
        SkipSpace();
      } else {
        FERRO_RETURN_IF_ERROR(OneToken(&open));
      }
    }
  }

  absl::Status OneToken(std::string* open) {
    const absl::string_view rest = Rest();
    if (IsNameStart(rest[0])) {
      size_t n = 1;
      while (n < rest.size() && IsNamePart(rest[n])) ++n;
      Emit(TokenKind::kName, std::string(rest.substr(0, n)));
      Advance(n);
      return absl::OkStatus();
    }
    if (absl::ascii_isdigit(static_cast<unsigned char>(rest[0]))) {
      const bool after_dot = at_ > 0 && source_[at_ - 1] == '.';
      const NumberLiteral number = ScanNumber(rest, /*allow_float=*/!after_dot);
      Emit(number.is_float ? TokenKind::kFloat : TokenKind::kInteger, number.text);
      Advance(number.length);
      return absl::OkStatus();
    }
    if (rest[0] == '"' || rest[0] == '\'') return StringToken();
    for (const absl::string_view op : kOperators) {
      if (!absl::StartsWith(rest, op)) continue;
      FERRO_RETURN_IF_ERROR(Balance(op, open));
      Emit(TokenKind::kOperator, std::string(op));
      Advance(op.size());
      return absl::OkStatus();
    }
    size_t length = 0;
    NextCodePoint(rest, &length);
    return Error(absl::StrCat("unexpected character '", rest.substr(0, length), "' in a tag"));
  }

  absl::Status Balance(absl::string_view op, std::string* open) const {
    if (op == "(") open->push_back(')');
    if (op == "[") open->push_back(']');
    if (op == "{") open->push_back('}');
    if (op != ")" && op != "]" && op != "}") return absl::OkStatus();
    if (open->empty()) return Error(absl::StrCat("unexpected '", op, "'"));
    if (open->back() != op[0])
      return Error(absl::StrCat("unexpected '", op, "', expected '", open->substr(open->size() - 1), "'"));
    open->pop_back();
    return absl::OkStatus();
  }

  absl::Status StringToken() {
    const absl::string_view rest = Rest();
    size_t end = 1;
    while (end < rest.size() && rest[end] != rest[0]) end += rest[end] == '\\' ? 2 : 1;
    if (end >= rest.size()) return Error("missing end of a string");
    absl::StatusOr<std::string> text = Unescape(rest.substr(1, end - 1));
    if (!text.ok()) return Annotate(text.status(), absl::StrCat("line ", line_));
    Emit(TokenKind::kString, *std::move(text));
    Advance(end + 1);
    return absl::OkStatus();
  }

  const absl::string_view source_;
  size_t at_ = 0;
  int line_ = 1;
  bool at_line_start_ = true;  // the last thing consumed ended in a newline
  std::vector<Token> tokens_;
};

}  // namespace

absl::StatusOr<std::vector<Token>> Tokenize(absl::string_view source) {
  const std::string normalized = NormalizeLineEnds(source);
  return Lexer(normalized).Run();
}

}  // namespace ferro::jinja
