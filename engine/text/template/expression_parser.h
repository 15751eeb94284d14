// Expressions of the template language, by recursive descent in Jinja's order of precedence.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_EXPRESSION_PARSER_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_EXPRESSION_PARSER_H_

#include <string>

#include "absl/status/statusor.h"
#include "engine/text/template/ast.h"
#include "engine/text/template/token_stream.h"

namespace ferro::jinja {

// Trees are at most kMaxParseDepth high. kInvalidArgument: syntax errors, too deep. kUnimplemented: what Jinja knows
// and this interpreter does not (unknown filters and tests among it). Both name the line.
class ExpressionParser {
 public:
  // `tokens` must outlive the parser.
  explicit ExpressionParser(TokenStream& tokens) : tokens_(tokens) {}

  absl::StatusOr<ExprPtr> Expression();
  // An expression, or a tuple when a comma follows. Without `conditional`, `a if b else c` needs parentheses.
  absl::StatusOr<ExprPtr> Tuple(bool conditional = true);
  // The filters of a block: `name | name(...)`, with a null input at the bottom.
  absl::StatusOr<ExprPtr> BlockFilter();

 private:
  using Rule = absl::StatusOr<ExprPtr> (ExpressionParser::*)();

  absl::StatusOr<ExprPtr> Make(int line, Expr::Node node);
  absl::StatusOr<ExprPtr> TupleItems(bool conditional, bool in_parentheses);

  absl::StatusOr<ExprPtr> Conditional();
  absl::StatusOr<ExprPtr> Or();
  absl::StatusOr<ExprPtr> And();
  absl::StatusOr<ExprPtr> Not();
  absl::StatusOr<ExprPtr> Comparison();
  absl::StatusOr<ExprPtr> Sum();
  absl::StatusOr<ExprPtr> Concat();
  absl::StatusOr<ExprPtr> Product();
  absl::StatusOr<ExprPtr> Power();
  absl::StatusOr<ExprPtr> Unary(bool with_filters);
  absl::StatusOr<ExprPtr> Primary();
  absl::StatusOr<ExprPtr> Postfix(ExprPtr expr);
  absl::StatusOr<ExprPtr> Filters(ExprPtr expr);
  absl::StatusOr<ExprPtr> Attribute(ExprPtr object);
  absl::StatusOr<ExprPtr> Subscript(ExprPtr object);
  absl::StatusOr<ExprPtr> List();
  absl::StatusOr<ExprPtr> Dict();
  absl::StatusOr<ExprPtr> Filter(ExprPtr input);
  absl::StatusOr<ExprPtr> Test(ExprPtr input);
  absl::StatusOr<Arguments> CallArguments();

  TokenStream& tokens_;
  int depth_ = 0;
};

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_EXPRESSION_PARSER_H_
