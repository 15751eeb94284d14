#include "engine/text/template/expression_parser.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/ast_walk.h"
#include "engine/text/template/filters.h"
#include "engine/text/template/limits.h"
#include "engine/text/template/predicates.h"

namespace ferro::jinja {
namespace {

struct DepthGuard {
  explicit DepthGuard(int& depth) : depth(depth) { ++depth; }
  ~DepthGuard() { --depth; }
  int& depth;
};

std::optional<CompareOp> ComparisonOperator(TokenStream& tokens) {
  static constexpr std::pair<absl::string_view, CompareOp> kOperators[] = {
      {"==", CompareOp::kEqual},     {"!=", CompareOp::kNotEqual},     {"<", CompareOp::kLess},
      {"<=", CompareOp::kLessEqual}, {">=", CompareOp::kGreaterEqual}, {">", CompareOp::kGreater}};
  for (const auto& [text, op] : kOperators) {
    if (tokens.SkipOperator(text)) return op;
  }
  if (tokens.SkipName("in")) return CompareOp::kIn;
  if (tokens.Peek().IsName("not") && tokens.Peek(1).IsName("in")) {
    tokens.Next();
    tokens.Next();
    return CompareOp::kNotIn;
  }
  return std::nullopt;
}

bool EndsTuple(const Token& token) {
  return token.kind == TokenKind::kVariableEnd || token.kind == TokenKind::kBlockEnd || token.IsOperator(")") ||
         token.IsName("recursive");
}

}  // namespace

absl::StatusOr<ExprPtr> ExpressionParser::Make(int line, Expr::Node node) {
  auto expr = std::make_unique<Expr>();
  expr->line = line;
  expr->node = std::move(node);
  ForEachChild(*expr, [&](const ExprPtr& child) {
    if (child != nullptr) expr->height = std::max(expr->height, child->height + 1);
  });
  if (expr->height > kMaxParseDepth)
    return tokens_.Error(absl::StrCat("expression nested deeper than ", kMaxParseDepth));
  return expr;
}

absl::StatusOr<ExprPtr> ExpressionParser::Expression() { return Conditional(); }

absl::StatusOr<ExprPtr> ExpressionParser::Tuple(bool conditional) { return TupleItems(conditional, false); }

absl::StatusOr<ExprPtr> ExpressionParser::TupleItems(bool conditional, bool in_parentheses) {
  const int line = tokens_.line();
  ListExpr tuple;
  tuple.is_tuple = true;
  bool has_comma = false;
  while (!EndsTuple(tokens_.Peek())) {
    FERRO_ASSIGN_OR_RETURN(ExprPtr item, conditional ? Conditional() : Or());
    tuple.items.push_back(std::move(item));
    if (!tokens_.SkipOperator(",")) break;
    has_comma = true;
  }
  if (!has_comma && !tuple.items.empty()) return std::move(tuple.items[0]);
  if (!has_comma && !in_parentheses) return tokens_.Unexpected("an expression");
  return Make(line, std::move(tuple));
}

absl::StatusOr<ExprPtr> ExpressionParser::Conditional() {
  const DepthGuard guard(depth_);
  if (depth_ > kMaxParseDepth) return tokens_.Error(absl::StrCat("expression nested deeper than ", kMaxParseDepth));
  FERRO_ASSIGN_OR_RETURN(ExprPtr expr, Or());
  while (tokens_.Peek().IsName("if")) {
    const int line = tokens_.Next().line;
    FERRO_ASSIGN_OR_RETURN(ExprPtr condition, Or());
    ExprPtr otherwise;
    if (tokens_.SkipName("else")) {
      FERRO_ASSIGN_OR_RETURN(otherwise, Conditional());
    }
    FERRO_ASSIGN_OR_RETURN(expr,
                           Make(line, ConditionalExpr{std::move(condition), std::move(expr), std::move(otherwise)}));
  }
  return expr;
}

absl::StatusOr<ExprPtr> ExpressionParser::Or() {
  FERRO_ASSIGN_OR_RETURN(ExprPtr left, And());
  while (tokens_.Peek().IsName("or")) {
    const int line = tokens_.Next().line;
    FERRO_ASSIGN_OR_RETURN(ExprPtr right, And());
    FERRO_ASSIGN_OR_RETURN(left, Make(line, LogicalExpr{false, std::move(left), std::move(right)}));
  }
  return left;
}

absl::StatusOr<ExprPtr> ExpressionParser::And() {
  FERRO_ASSIGN_OR_RETURN(ExprPtr left, Not());
  while (tokens_.Peek().IsName("and")) {
    const int line = tokens_.Next().line;
    FERRO_ASSIGN_OR_RETURN(ExprPtr right, Not());
    FERRO_ASSIGN_OR_RETURN(left, Make(line, LogicalExpr{true, std::move(left), std::move(right)}));
  }
  return left;
}

absl::StatusOr<ExprPtr> ExpressionParser::Not() {
  int negations = 0;
  const int line = tokens_.line();
  while (tokens_.SkipName("not")) ++negations;
  FERRO_ASSIGN_OR_RETURN(ExprPtr expr, Comparison());
  for (; negations > 0; --negations) {
    FERRO_ASSIGN_OR_RETURN(expr, Make(line, UnaryExpr{UnaryExpr::Op::kNot, std::move(expr)}));
  }
  return expr;
}

absl::StatusOr<ExprPtr> ExpressionParser::Comparison() {
  const int line = tokens_.line();
  FERRO_ASSIGN_OR_RETURN(ExprPtr first, Sum());
  CompareExpr chain;
  while (const std::optional<CompareOp> op = ComparisonOperator(tokens_)) {
    FERRO_ASSIGN_OR_RETURN(ExprPtr operand, Sum());
    chain.rest.emplace_back(*op, std::move(operand));
  }
  if (chain.rest.empty()) return first;
  chain.first = std::move(first);
  return Make(line, std::move(chain));
}

absl::StatusOr<ExprPtr> ExpressionParser::Sum() {
  FERRO_ASSIGN_OR_RETURN(ExprPtr left, Concat());
  while (tokens_.Peek().IsOperator("+") || tokens_.Peek().IsOperator("-")) {
    const Token& token = tokens_.Next();
    const BinaryOp op = token.text == "+" ? BinaryOp::kAdd : BinaryOp::kSubtract;
    FERRO_ASSIGN_OR_RETURN(ExprPtr right, Concat());
    FERRO_ASSIGN_OR_RETURN(left, Make(token.line, BinaryExpr{op, std::move(left), std::move(right)}));
  }
  return left;
}

absl::StatusOr<ExprPtr> ExpressionParser::Concat() {
  const int line = tokens_.line();
  ConcatExpr concat;
  do {
    FERRO_ASSIGN_OR_RETURN(ExprPtr item, Product());
    concat.items.push_back(std::move(item));
  } while (tokens_.SkipOperator("~"));
  if (concat.items.size() == 1) return std::move(concat.items[0]);
  return Make(line, std::move(concat));
}

absl::StatusOr<ExprPtr> ExpressionParser::Product() {
  static constexpr std::pair<absl::string_view, BinaryOp> kOperators[] = {
      {"*", BinaryOp::kMultiply}, {"/", BinaryOp::kDivide}, {"//", BinaryOp::kFloorDivide}, {"%", BinaryOp::kModulo}};
  FERRO_ASSIGN_OR_RETURN(ExprPtr left, Power());
  while (true) {
    const int line = tokens_.line();
    const auto* found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                     [&](const auto& entry) { return tokens_.SkipOperator(entry.first); });
    if (found == std::end(kOperators)) return left;
    FERRO_ASSIGN_OR_RETURN(ExprPtr right, Power());
    FERRO_ASSIGN_OR_RETURN(left, Make(line, BinaryExpr{found->second, std::move(left), std::move(right)}));
  }
}

absl::StatusOr<ExprPtr> ExpressionParser::Power() {
  FERRO_ASSIGN_OR_RETURN(ExprPtr left, Unary(/*with_filters=*/true));
  while (tokens_.Peek().IsOperator("**")) {
    const int line = tokens_.Next().line;
    FERRO_ASSIGN_OR_RETURN(ExprPtr right, Unary(/*with_filters=*/true));
    FERRO_ASSIGN_OR_RETURN(left, Make(line, BinaryExpr{BinaryOp::kPower, std::move(left), std::move(right)}));
  }
  return left;
}

absl::StatusOr<ExprPtr> ExpressionParser::Unary(bool with_filters) {
  const DepthGuard guard(depth_);
  if (depth_ > kMaxParseDepth) return tokens_.Error(absl::StrCat("expression nested deeper than ", kMaxParseDepth));
  const int line = tokens_.line();
  ExprPtr expr;
  if (tokens_.Peek().IsOperator("-") || tokens_.Peek().IsOperator("+")) {
    const auto op = tokens_.Next().text == "-" ? UnaryExpr::Op::kNegate : UnaryExpr::Op::kPositive;
    FERRO_ASSIGN_OR_RETURN(ExprPtr operand, Unary(/*with_filters=*/false));
    FERRO_ASSIGN_OR_RETURN(expr, Make(line, UnaryExpr{op, std::move(operand)}));
  } else {
    FERRO_ASSIGN_OR_RETURN(expr, Primary());
  }
  FERRO_ASSIGN_OR_RETURN(expr, Postfix(std::move(expr)));
  return with_filters ? Filters(std::move(expr)) : absl::StatusOr<ExprPtr>(std::move(expr));
}

absl::StatusOr<ExprPtr> ExpressionParser::Primary() {
  const Token& token = tokens_.Peek();
  switch (token.kind) {
    case TokenKind::kName:
      tokens_.Next();
      if (token.text == "true" || token.text == "True") return Make(token.line, LiteralExpr{Value::Bool(true)});
      if (token.text == "false" || token.text == "False") return Make(token.line, LiteralExpr{Value::Bool(false)});
      if (token.text == "none" || token.text == "None") return Make(token.line, LiteralExpr{Value::None()});
      return Make(token.line, NameExpr{token.text, {}});
    case TokenKind::kString: {
      std::string text;
      while (tokens_.Peek().kind == TokenKind::kString) text += tokens_.Next().text;
      return Make(token.line, LiteralExpr{Value::String(std::move(text))});
    }
    case TokenKind::kInteger:
      tokens_.Next();
      return Make(token.line, LiteralExpr{Value::IntFromDigits(token.text)});
    case TokenKind::kFloat: {
      tokens_.Next();
      double number = 0;
      if (!absl::SimpleAtod(token.text, &number)) return tokens_.Error(absl::StrCat("bad number ", token.text));
      return Make(token.line, LiteralExpr{Value::Float(number)});
    }
    default:
      break;
  }
  if (tokens_.SkipOperator("(")) {
    FERRO_ASSIGN_OR_RETURN(ExprPtr inner, TupleItems(/*conditional=*/true, /*in_parentheses=*/true));
    FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator(")"));
    return inner;
  }
  if (token.IsOperator("[")) return List();
  if (token.IsOperator("{")) return Dict();
  return tokens_.Unexpected("an expression");
}

absl::StatusOr<ExprPtr> ExpressionParser::Postfix(ExprPtr expr) {
  while (true) {
    const Token& token = tokens_.Peek();
    if (token.IsOperator(".")) {
      FERRO_ASSIGN_OR_RETURN(expr, Attribute(std::move(expr)));
    } else if (token.IsOperator("[")) {
      FERRO_ASSIGN_OR_RETURN(expr, Subscript(std::move(expr)));
    } else if (token.IsOperator("(")) {
      FERRO_ASSIGN_OR_RETURN(Arguments arguments, CallArguments());
      FERRO_ASSIGN_OR_RETURN(expr, Make(token.line, CallExpr{std::move(expr), std::move(arguments)}));
    } else {
      return expr;
    }
  }
}

absl::StatusOr<ExprPtr> ExpressionParser::Filters(ExprPtr expr) {
  while (true) {
    const Token& token = tokens_.Peek();
    if (tokens_.SkipOperator("|")) {
      FERRO_ASSIGN_OR_RETURN(expr, Filter(std::move(expr)));
    } else if (tokens_.SkipName("is")) {
      FERRO_ASSIGN_OR_RETURN(expr, Test(std::move(expr)));
    } else if (token.IsOperator("(")) {
      FERRO_ASSIGN_OR_RETURN(Arguments arguments, CallArguments());
      FERRO_ASSIGN_OR_RETURN(expr, Make(token.line, CallExpr{std::move(expr), std::move(arguments)}));
    } else {
      return expr;
    }
  }
}

absl::StatusOr<ExprPtr> ExpressionParser::Attribute(ExprPtr object) {
  tokens_.Next();
  const Token& token = tokens_.Peek();
  if (token.kind == TokenKind::kName) {
    tokens_.Next();
    return Make(token.line, AttributeExpr{std::move(object), token.text});
  }
  if (token.kind != TokenKind::kInteger) return tokens_.Unexpected("a name or number after '.'");
  tokens_.Next();
  FERRO_ASSIGN_OR_RETURN(ExprPtr index, Make(token.line, LiteralExpr{Value::IntFromDigits(token.text)}));
  return Make(token.line, ItemExpr{std::move(object), std::move(index)});
}

absl::StatusOr<ExprPtr> ExpressionParser::Subscript(ExprPtr object) {
  const int line = tokens_.Next().line;
  ExprPtr bounds[3];
  bool is_slice = false;
  for (int i = 0; i < 3; ++i) {
    const Token& token = tokens_.Peek();
    if (!token.IsOperator(":") && !token.IsOperator("]")) {
      FERRO_ASSIGN_OR_RETURN(bounds[i], Expression());
    }
    if (i == 2 || !tokens_.SkipOperator(":")) break;
    is_slice = true;
  }
  if (tokens_.Peek().IsOperator(",")) return tokens_.Unsupported("an index of several parts");
  FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator("]"));
  if (is_slice) {
    return Make(line, SliceExpr{std::move(object), std::move(bounds[0]), std::move(bounds[1]), std::move(bounds[2])});
  }
  if (bounds[0] == nullptr) return tokens_.Error("expected an index between '[' and ']'");
  return Make(line, ItemExpr{std::move(object), std::move(bounds[0])});
}

absl::StatusOr<ExprPtr> ExpressionParser::List() {
  const int line = tokens_.Next().line;
  ListExpr list;
  while (!tokens_.Peek().IsOperator("]")) {
    FERRO_ASSIGN_OR_RETURN(ExprPtr item, Expression());
    list.items.push_back(std::move(item));
    if (!tokens_.SkipOperator(",")) break;
  }
  FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator("]"));
  return Make(line, std::move(list));
}

absl::StatusOr<ExprPtr> ExpressionParser::Dict() {
  const int line = tokens_.Next().line;
  DictExpr dict;
  while (!tokens_.Peek().IsOperator("}")) {
    FERRO_ASSIGN_OR_RETURN(ExprPtr key, Expression());
    FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator(":"));
    FERRO_ASSIGN_OR_RETURN(ExprPtr value, Expression());
    dict.entries.emplace_back(std::move(key), std::move(value));
    if (!tokens_.SkipOperator(",")) break;
  }
  FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator("}"));
  return Make(line, std::move(dict));
}

absl::StatusOr<ExprPtr> ExpressionParser::Filter(ExprPtr input) {
  const Token& token = tokens_.Peek();
  FERRO_RETURN_IF_ERROR(tokens_.Expect(TokenKind::kName, "the name of a filter"));
  FilterExpr filter{std::move(input), token.text, {}};
  if (FindFilter(token.text) == nullptr) return tokens_.Unsupported(absl::StrCat("the filter '", token.text, "'"));
  if (tokens_.Peek().IsOperator("(")) {
    FERRO_ASSIGN_OR_RETURN(filter.arguments, CallArguments());
  }
  return Make(token.line, std::move(filter));
}

absl::StatusOr<ExprPtr> ExpressionParser::BlockFilter() {
  FERRO_ASSIGN_OR_RETURN(ExprPtr filter, Filter(nullptr));
  while (tokens_.SkipOperator("|")) {
    FERRO_ASSIGN_OR_RETURN(filter, Filter(std::move(filter)));
  }
  return filter;
}

absl::StatusOr<ExprPtr> ExpressionParser::Test(ExprPtr input) {
  const int line = tokens_.line();
  const bool negated = tokens_.SkipName("not");
  const Token& name = tokens_.Peek();
  FERRO_RETURN_IF_ERROR(tokens_.Expect(TokenKind::kName, "the name of a test"));
  if (FindPredicate(name.text) == nullptr) return tokens_.Unsupported(absl::StrCat("the test '", name.text, "'"));
  TestExpr test{std::move(input), name.text, {}};
  const Token& next = tokens_.Peek();
  const bool starts_argument =
      next.kind == TokenKind::kString || next.kind == TokenKind::kInteger || next.kind == TokenKind::kFloat ||
      next.IsOperator("[") || next.IsOperator("{") ||
      (next.kind == TokenKind::kName && next.text != "else" && next.text != "or" && next.text != "and");
  if (next.IsOperator("(")) {
    FERRO_ASSIGN_OR_RETURN(test.arguments, CallArguments());
  } else if (starts_argument) {
    if (next.IsName("is")) return tokens_.Error("tests cannot be chained with 'is'");
    FERRO_ASSIGN_OR_RETURN(ExprPtr argument, Primary());
    FERRO_ASSIGN_OR_RETURN(argument, Postfix(std::move(argument)));
    test.arguments.positional.push_back(std::move(argument));
  }
  FERRO_ASSIGN_OR_RETURN(ExprPtr expr, Make(line, std::move(test)));
  return negated ? Make(line, UnaryExpr{UnaryExpr::Op::kNot, std::move(expr)})
                 : absl::StatusOr<ExprPtr>(std::move(expr));
}

absl::StatusOr<Arguments> ExpressionParser::CallArguments() {
  FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator("("));
  Arguments arguments;
  while (!tokens_.Peek().IsOperator(")")) {
    if (tokens_.Peek().IsOperator("*") || tokens_.Peek().IsOperator("**")) {
      return tokens_.Unsupported("a call with *arguments");
    }
    if (tokens_.Peek().kind == TokenKind::kName && tokens_.Peek(1).IsOperator("=")) {
      std::string name = tokens_.Next().text;
      tokens_.Next();
      for (const auto& [other, unused] : arguments.named) {
        if (other == name) return tokens_.Error(absl::StrCat("argument '", name, "' given twice"));
      }
      FERRO_ASSIGN_OR_RETURN(ExprPtr value, Expression());
      arguments.named.emplace_back(std::move(name), std::move(value));
    } else {
      if (!arguments.named.empty()) return tokens_.Error("an argument without a name follows one with a name");
      FERRO_ASSIGN_OR_RETURN(ExprPtr value, Expression());
      arguments.positional.push_back(std::move(value));
    }
    if (!tokens_.SkipOperator(",")) break;
  }
  FERRO_RETURN_IF_ERROR(tokens_.ExpectOperator(")"));
  return arguments;
}

}  // namespace ferro::jinja
