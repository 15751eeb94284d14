// Visits the direct children of an expression.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_AST_WALK_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_AST_WALK_H_

#include <variant>

#include "engine/text/template/ast.h"

namespace ferro::jinja {

template <class Visit>
void ForEachArgument(const Arguments& arguments, const Visit& visit) {
  for (const ExprPtr& e : arguments.positional) visit(e);
  for (const auto& [unused, e] : arguments.named) visit(e);
}

// Calls visit(const ExprPtr&) for each child in order of evaluation; absent ones are passed as null.
template <class Visit>
void ForEachChild(const Expr& expr, const Visit& visit) {
  struct Walker {
    const Visit& visit;
    void operator()(const LiteralExpr&) const {}
    void operator()(const NameExpr&) const {}
    void operator()(const ListExpr& e) const {
      for (const ExprPtr& item : e.items) visit(item);
    }
    void operator()(const DictExpr& e) const {
      for (const auto& [key, value] : e.entries) visit(key), visit(value);
    }
    void operator()(const AttributeExpr& e) const { visit(e.object); }
    void operator()(const ItemExpr& e) const { visit(e.object), visit(e.index); }
    void operator()(const SliceExpr& e) const { visit(e.object), visit(e.start), visit(e.stop), visit(e.step); }
    void operator()(const CallExpr& e) const {
      visit(e.callee);
      ForEachArgument(e.arguments, visit);
    }
    void operator()(const FilterExpr& e) const {
      visit(e.input);
      ForEachArgument(e.arguments, visit);
    }
    void operator()(const TestExpr& e) const {
      visit(e.input);
      ForEachArgument(e.arguments, visit);
    }
    void operator()(const UnaryExpr& e) const { visit(e.operand); }
    void operator()(const BinaryExpr& e) const { visit(e.left), visit(e.right); }
    void operator()(const LogicalExpr& e) const { visit(e.left), visit(e.right); }
    void operator()(const CompareExpr& e) const {
      visit(e.first);
      for (const auto& [unused, operand] : e.rest) visit(operand);
    }
    void operator()(const ConcatExpr& e) const {
      for (const ExprPtr& item : e.items) visit(item);
    }
    void operator()(const ConditionalExpr& e) const { visit(e.condition), visit(e.yes), visit(e.no); }
  };
  std::visit(Walker{visit}, expr.node);
}

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_AST_WALK_H_
