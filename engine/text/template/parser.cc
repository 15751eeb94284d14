#include "engine/text/template/parser.h"

#include <initializer_list>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/expression_parser.h"
#include "engine/text/template/lexer.h"
#include "engine/text/template/limits.h"
#include "engine/text/template/scopes.h"
#include "engine/text/template/token_stream.h"

namespace ferro::jinja {
namespace {

using EndTags = std::initializer_list<absl::string_view>;

class Parser {
 public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)), expressions_(tokens_) {}

  absl::StatusOr<Body> Template() { return Statements({}); }

 private:
  // Statements up to one of `ends` (or, without any, the end of the template). The cursor stays on the name of the end
  // tag.
  absl::StatusOr<Body> Statements(EndTags ends) {
    if (++depth_ > kMaxParseDepth) return tokens_.Error(absl::StrCat("blocks nested deeper than ", kMaxParseDepth));
    Body body;
    while (true) {
      const Token& token = tokens_.Next();
      if (token.kind == TokenKind::kText) {
        Add(&body, token.line, TextStmt{token.text});
      } else if (token.kind == TokenKind::kVariableBegin) {
        FERRO_ASSIGN_OR_RETURN(ExprPtr value, expressions_.Tuple());
        FERRO_RETURN_IF_ERROR(tokens_.Expect(TokenKind::kVariableEnd, "'}}'"));
        Add(&body, token.line, OutputStmt{std::move(value)});
      } else if (token.kind == TokenKind::kBlockBegin) {
        for (const absl::string_view end : ends) {
          if (!tokens_.Peek().IsName(end)) continue;
          --depth_;
          return body;
        }
        FERRO_ASSIGN_OR_RETURN(Stmt::Node node, Statement());
        Add(&body, token.line, std::move(node));
      } else if (ends.size() == 0) {
        return body;
      } else {
        return tokens_.Error(absl::StrCat("the template ends before '", *(ends.end() - 1), "'"));
      }
    }
  }

  static void Add(Body* body, int line, Stmt::Node node) {
    body->push_back(std::make_unique<Stmt>(Stmt{line, std::move(node)}));
  }

  // The inside of a block up to `{% end %}`.
  absl::StatusOr<Body> BodyUntil(absl::string_view end) {
    FERRO_RETURN_IF_ERROR(CloseTag());
    FERRO_ASSIGN_OR_RETURN(Body body, Statements({end}));
    tokens_.Next();
    FERRO_RETURN_IF_ERROR(CloseTag());
    return body;
  }
  absl::Status CloseTag() {
    tokens_.SkipOperator(":");  // Jinja lets a colon end a tag
    return tokens_.Expect(TokenKind::kBlockEnd, "'%}'");
  }

  absl::StatusOr<Stmt::Node> Statement() {
    const Token& tag = tokens_.Peek();
    if (tag.kind != TokenKind::kName) return tokens_.Unexpected("the name of a tag");
    if (tag.text == "if") return If();
    if (tag.text == "for") return For();
    if (tag.text == "set") return Set();
    if (tag.text == "macro") return Macro();
    if (tag.text == "call") return CallBlock();
    if (tag.text == "filter") return FilterBlock();
    if (tag.text == "with") return With();
    if (tag.text == "generation") return Generation();
    if (tag.text == "break" || tag.text == "continue") return LoopControl();
    for (const absl::string_view known :
         {"extends", "block", "include", "import", "from", "autoescape", "print", "do", "trans", "debug"}) {
      if (tag.text == known) return tokens_.Unsupported(absl::StrCat("the tag '", tag.text, "'"));
    }
    return tokens_.Error(absl::StrCat("unknown tag '", tag.text, "'"));
  }

  absl::StatusOr<Stmt::Node> If() {
    IfStmt statement;
    do {
      tokens_.Next();
      FERRO_ASSIGN_OR_RETURN(ExprPtr condition, expressions_.Tuple(/*conditional=*/false));
      FERRO_RETURN_IF_ERROR(CloseTag());
      FERRO_ASSIGN_OR_RETURN(Body body, Statements({"elif", "else", "endif"}));
      statement.branches.emplace_back(std::move(condition), std::move(body));
    } while (tokens_.Peek().IsName("elif"));
    if (tokens_.Next().text == "else") {
      FERRO_ASSIGN_OR_RETURN(statement.otherwise, BodyUntil("endif"));
    } else {
      FERRO_RETURN_IF_ERROR(CloseTag());
    }
    return statement;
  }

  absl::StatusOr<Stmt::Node> For() {
    tokens_.Next();
    ForStmt statement;
    FERRO_ASSIGN_OR_RETURN(statement.target, ParseTarget(/*with_attribute=*/false));
    for (const NameExpr& name : statement.target.names) {
      if (name.name == "loop") return tokens_.Error("'loop' cannot be the variable of a for statement");
    }
    statement.filter_target = statement.target;
    FERRO_RETURN_IF_ERROR(tokens_.ExpectName("in"));
    FERRO_ASSIGN_OR_RETURN(statement.iterable, expressions_.Tuple(/*conditional=*/false));
    if (tokens_.SkipName("if")) {
      FERRO_ASSIGN_OR_RETURN(statement.filter, expressions_.Expression());
    }
    if (tokens_.Peek().IsName("recursive")) return tokens_.Unsupported("a recursive for statement");
    FERRO_RETURN_IF_ERROR(CloseTag());
    ++loops_;
    absl::StatusOr<Body> body = Statements({"else", "endfor"});
    --loops_;
    if (!body.ok()) return body.status();
    statement.body = *std::move(body);
    if (tokens_.Next().text == "else") {
      FERRO_ASSIGN_OR_RETURN(statement.otherwise, BodyUntil("endfor"));
    } else {
      FERRO_RETURN_IF_ERROR(CloseTag());
    }
    return statement;
  }

  absl::StatusOr<Target> ParseTarget(bool with_attribute) {
    Target target;
    target.is_tuple = tokens_.SkipOperator("(");
    const bool in_parentheses = target.is_tuple;
    do {
      const Token& name = tokens_.Peek();
      if (name.IsName("in") || name.IsOperator("=")) break;  // `for a, in x`
      if (name.IsOperator("(")) return tokens_.Unsupported("an assignment to nested tuples");
      FERRO_RETURN_IF_ERROR(tokens_.Expect(TokenKind::kName, "the name of a variable"));
      for (const absl::string_view constant : {"true", "false", "none", "True", "False", "None"}) {
        if (name.text == constant) return tokens_.Error(absl::StrCat("cannot assign to '", constant, "'"));
      }
      target.names.push_back({name.text, {}});
      if (with_attribute && !target.is_tuple && tokens_.SkipOperator(".")) {
        target.attribute = tokens_.Peek().text;
        FERRO_RETURN_IF_ERROR(tokens_.Expect(TokenKind::kName, "the name of an attribute"));
        if (tokens_.Peek().IsOperator(",")) return tokens_.Unsupported("an assignment to several attributes");
        return target;
      }
      if (tokens_.Peek().IsOperator(",")) target.is_tuple = true;
    } while (tokens_.SkipOperator(","));
    if (in_parentheses) FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator(")"));
    if (target.names.empty()) return tokens_.Unexpected("the name of a variable");
    return target;
  }

  absl::StatusOr<Stmt::Node> Set() {
    tokens_.Next();
    FERRO_ASSIGN_OR_RETURN(Target target, ParseTarget(/*with_attribute=*/true));
    for (const NameExpr& name : target.names) {
      if (loops_ > 0 && name.name == "loop" && target.attribute.empty()) {
        return tokens_.Error("'loop' cannot be assigned inside a for statement");
      }
    }
    if (tokens_.SkipOperator("=")) {
      SetStmt statement;
      statement.target = std::move(target);
      FERRO_ASSIGN_OR_RETURN(statement.value, expressions_.Tuple());
      FERRO_RETURN_IF_ERROR(CloseTag());
      return statement;
    }
    SetBlockStmt statement;
    statement.target = std::move(target);
    if (tokens_.SkipOperator("|")) {
      FERRO_ASSIGN_OR_RETURN(statement.filter, expressions_.BlockFilter());
    }
    FERRO_ASSIGN_OR_RETURN(statement.body, BodyUntil("endset"));
    return statement;
  }

  absl::StatusOr<std::vector<MacroParameter>> Signature() {
    FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator("("));
    std::vector<MacroParameter> parameters;
    while (!tokens_.Peek().IsOperator(")")) {
      const Token& name = tokens_.Peek();
      FERRO_RETURN_IF_ERROR(tokens_.Expect(TokenKind::kName, "the name of a parameter"));
      MacroParameter parameter;
      parameter.name.name = name.text;
      if (name.text == "caller" || name.text == "varargs" || name.text == "kwargs") {
        return tokens_.Unsupported(absl::StrCat("a parameter called '", name.text, "'"));
      }
      for (const MacroParameter& other : parameters) {
        if (other.name.name == name.text) return tokens_.Error(absl::StrCat("parameter '", name.text, "' twice"));
      }
      if (tokens_.SkipOperator("=")) {
        FERRO_ASSIGN_OR_RETURN(parameter.default_value, expressions_.Expression());
      } else if (!parameters.empty() && parameters.back().default_value != nullptr) {
        return tokens_.Error("a parameter without a default follows one with a default");
      }
      parameters.push_back(std::move(parameter));
      if (!tokens_.SkipOperator(",")) break;
    }
    FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator(")"));
    return parameters;
  }

  // The body of a macro runs when it is called: the loop around its definition is not around it then.
  absl::StatusOr<Body> MacroBodyUntil(absl::string_view end) {
    const int loops = std::exchange(loops_, 0);
    absl::StatusOr<Body> body = BodyUntil(end);
    loops_ = loops;
    return body;
  }

  absl::StatusOr<Stmt::Node> Macro() {
    tokens_.Next();
    MacroStmt statement;
    statement.name.name = tokens_.Peek().text;
    statement.macro.name = statement.name.name;
    FERRO_RETURN_IF_ERROR(tokens_.Expect(TokenKind::kName, "the name of the macro"));
    FERRO_ASSIGN_OR_RETURN(statement.macro.parameters, Signature());
    FERRO_ASSIGN_OR_RETURN(statement.macro.body, MacroBodyUntil("endmacro"));
    return statement;
  }

  absl::StatusOr<Stmt::Node> CallBlock() {
    tokens_.Next();
    CallBlockStmt statement;
    statement.caller.name = "caller";
    if (tokens_.Peek().IsOperator("(")) {
      FERRO_ASSIGN_OR_RETURN(statement.caller.parameters, Signature());
    }
    FERRO_ASSIGN_OR_RETURN(statement.call, expressions_.Expression());
    if (!std::holds_alternative<CallExpr>(statement.call->node)) return tokens_.Error("a call block needs a call");
    FERRO_ASSIGN_OR_RETURN(statement.caller.body, MacroBodyUntil("endcall"));
    return statement;
  }

  absl::StatusOr<Stmt::Node> FilterBlock() {
    tokens_.Next();
    FilterBlockStmt statement;
    FERRO_ASSIGN_OR_RETURN(statement.filter, expressions_.BlockFilter());
    FERRO_ASSIGN_OR_RETURN(statement.body, BodyUntil("endfilter"));
    return statement;
  }

  absl::StatusOr<Stmt::Node> With() {
    tokens_.Next();
    WithStmt statement;
    while (tokens_.Peek().kind == TokenKind::kName) {
      NameExpr name{tokens_.Next().text, {}};
      FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator("="));
      FERRO_ASSIGN_OR_RETURN(ExprPtr value, expressions_.Expression());
      statement.values.emplace_back(std::move(name), std::move(value));
      if (!tokens_.SkipOperator(",")) break;
    }
    FERRO_ASSIGN_OR_RETURN(statement.body, BodyUntil("endwith"));
    return statement;
  }

  absl::StatusOr<Stmt::Node> Generation() {
    tokens_.Next();
    ScopeStmt statement;
    FERRO_ASSIGN_OR_RETURN(statement.body, BodyUntil("endgeneration"));
    return statement;
  }

  absl::StatusOr<Stmt::Node> LoopControl() {
    const Token& tag = tokens_.Next();
    if (loops_ == 0) return tokens_.Error(absl::StrCat("'", tag.text, "' outside of a for statement"));
    FERRO_RETURN_IF_ERROR(CloseTag());
    if (tag.text == "break") return BreakStmt{};
    return ContinueStmt{};
  }

  TokenStream tokens_;
  ExpressionParser expressions_;
  int depth_ = 0;
  int loops_ = 0;  // for statements around the cursor
};

}  // namespace

absl::StatusOr<Ast> Parse(absl::string_view source) {
  if (source.size() > kMaxSourceBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the template has ", source.size(), " bytes, more than the limit of ", kMaxSourceBytes));
  }
  FERRO_ASSIGN_OR_RETURN(std::vector<Token> tokens, Tokenize(source));
  Ast ast;
  FERRO_ASSIGN_OR_RETURN(ast.body, Parser(std::move(tokens)).Template());
  ResolveNames(&ast);
  return ast;
}

}  // namespace ferro::jinja
