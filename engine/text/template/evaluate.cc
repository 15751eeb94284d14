// The expressions of interpreter.h.
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/filters.h"
#include "engine/text/template/interpreter.h"
#include "engine/text/template/lookup.h"
#include "engine/text/template/operators.h"
#include "engine/text/template/predicates.h"
#include "engine/text/template/python_text.h"

namespace ferro::jinja {

absl::StatusOr<Value> Interpreter::Evaluate(const Expr& expr) {
  const DepthGuard guard(depth_);
  FERRO_RETURN_IF_ERROR(Step());
  FERRO_RETURN_IF_ERROR(budget_.Step());
  FERRO_ASSIGN_OR_RETURN(Value value, std::visit([this](const auto& e) { return Evaluate(e); }, expr.node));
  if (value.depth() > kMaxValueDepth) {
    return absl::InvalidArgumentError(absl::StrCat("value nested deeper than ", kMaxValueDepth, " levels"));
  }
  return value;
}

absl::StatusOr<Value> Interpreter::EvaluateOr(const ExprPtr& expr, Value otherwise) {
  if (expr == nullptr) return otherwise;
  return Evaluate(*expr);
}

absl::StatusOr<CallArgs> Interpreter::EvaluateArguments(const Arguments& arguments) {
  CallArgs out;
  for (const ExprPtr& e : arguments.positional) {
    FERRO_ASSIGN_OR_RETURN(Value value, Evaluate(*e));
    out.positional.push_back(std::move(value));
  }
  for (const auto& [name, e] : arguments.named) {
    FERRO_ASSIGN_OR_RETURN(Value value, Evaluate(*e));
    out.named.emplace_back(name, std::move(value));
  }
  return out;
}

absl::StatusOr<Value> Interpreter::Evaluate(const LiteralExpr& e) { return e.value; }

absl::StatusOr<Value> Interpreter::Evaluate(const NameExpr& e) {
  const Scope* scope = scope_.get();
  for (int hops = 0; hops < e.slot.hops; ++hops) scope = scope->parent.get();
  const Value& value = scope->slots[e.slot.slot];
  return value.is_unassigned() ? Value::UndefinedNamed(absl::StrCat("'", e.name, "' is undefined")) : value;
}

absl::StatusOr<Value> Interpreter::Evaluate(const ListExpr& e) {
  Items items;
  for (const ExprPtr& item : e.items) {
    FERRO_ASSIGN_OR_RETURN(Value value, Evaluate(*item));
    items.push_back(std::move(value));
  }
  FERRO_RETURN_IF_ERROR(budget_.Build(items.size() * sizeof(Value)));
  return Value::List(std::move(items), e.is_tuple ? SequenceType::kTuple : SequenceType::kList);
}

absl::StatusOr<Value> Interpreter::Evaluate(const DictExpr& e) {
  Mapping mapping;
  for (const auto& [key_expr, value_expr] : e.entries) {
    FERRO_ASSIGN_OR_RETURN(Value key, Evaluate(*key_expr));
    FERRO_ASSIGN_OR_RETURN(Value value, Evaluate(*value_expr));
    if (key.is_mapping() || key.is_sequence(SequenceType::kList)) {
      return absl::InvalidArgumentError(absl::StrCat("unhashable type: '", key.TypeName(), "'"));
    }
    // Keys that are not text are compared one by one.
    if (!key.is_string()) FERRO_RETURN_IF_ERROR(budget_.Read(mapping.total_weight() + key.total_weight()));
    mapping.Set(std::move(key), std::move(value));
  }
  FERRO_RETURN_IF_ERROR(budget_.Build(mapping.size() * 2 * sizeof(Value)));
  return Value::Map(std::move(mapping));
}

absl::StatusOr<Value> Interpreter::Evaluate(const AttributeExpr& e) {
  FERRO_ASSIGN_OR_RETURN(const Value object, Evaluate(*e.object));
  return Attribute(object, e.name);
}

absl::StatusOr<Value> Interpreter::Evaluate(const ItemExpr& e) {
  FERRO_ASSIGN_OR_RETURN(const Value object, Evaluate(*e.object));
  FERRO_ASSIGN_OR_RETURN(const Value index, Evaluate(*e.index));
  if (object.is_string()) FERRO_RETURN_IF_ERROR(budget_.Build(object.weight()));
  if (object.is_mapping() && !index.is_string()) FERRO_RETURN_IF_ERROR(budget_.Read(object.total_weight()));
  return Item(object, index);
}

absl::StatusOr<Value> Interpreter::Evaluate(const SliceExpr& e) {
  FERRO_ASSIGN_OR_RETURN(const Value object, Evaluate(*e.object));
  FERRO_ASSIGN_OR_RETURN(const Value start, EvaluateOr(e.start, Value::None()));
  FERRO_ASSIGN_OR_RETURN(const Value stop, EvaluateOr(e.stop, Value::None()));
  FERRO_ASSIGN_OR_RETURN(const Value step, EvaluateOr(e.step, Value::None()));
  FERRO_RETURN_IF_ERROR(budget_.Build(object.weight()));
  return Slice(object, start, stop, step);
}

absl::StatusOr<Value> Interpreter::Evaluate(const CallExpr& e) {
  FERRO_ASSIGN_OR_RETURN(const Value callee, Evaluate(*e.callee));
  FERRO_ASSIGN_OR_RETURN(CallArgs arguments, EvaluateArguments(e.arguments));
  FERRO_ASSIGN_OR_RETURN(Value value, Call(callee, std::move(arguments)));
  FERRO_RETURN_IF_ERROR(budget_.Build(value.weight()));
  return value;
}

absl::StatusOr<Value> Interpreter::ApplyFilter(const FilterExpr& e, const Value& input) {
  FERRO_ASSIGN_OR_RETURN(const CallArgs arguments, EvaluateArguments(e.arguments));
  FERRO_RETURN_IF_ERROR(budget_.Read(input.weight()));
  FERRO_ASSIGN_OR_RETURN(Value value, FindFilter(e.name)(*this, input, arguments));
  FERRO_RETURN_IF_ERROR(budget_.Build(value.weight()));
  return value;
}

absl::StatusOr<Value> Interpreter::Evaluate(const FilterExpr& e) {
  FERRO_ASSIGN_OR_RETURN(const Value input, Evaluate(*e.input));
  return ApplyFilter(e, input);
}

absl::StatusOr<Value> Interpreter::EvaluateFilters(const Expr& filters, const Value& input) {
  const auto& filter = std::get<FilterExpr>(filters.node);
  if (filter.input == nullptr) return ApplyFilter(filter, input);
  FERRO_ASSIGN_OR_RETURN(const Value inner, EvaluateFilters(*filter.input, input));
  return ApplyFilter(filter, inner);
}

absl::StatusOr<Value> Interpreter::Evaluate(const TestExpr& e) {
  FERRO_ASSIGN_OR_RETURN(const Value input, Evaluate(*e.input));
  FERRO_ASSIGN_OR_RETURN(const CallArgs arguments, EvaluateArguments(e.arguments));
  FERRO_RETURN_IF_ERROR(budget_.Read(input.total_weight() + TotalWeight(arguments)));
  FERRO_ASSIGN_OR_RETURN(const bool holds, FindPredicate(e.name)(*this, input, arguments));
  return Value::Bool(holds);
}

absl::StatusOr<Value> Interpreter::Evaluate(const UnaryExpr& e) {
  FERRO_ASSIGN_OR_RETURN(const Value operand, Evaluate(*e.operand));
  switch (e.op) {
    case UnaryExpr::Op::kNot:
      return Value::Bool(!Truth(operand));
    case UnaryExpr::Op::kNegate:
      return Negate(operand);
    case UnaryExpr::Op::kPositive:
      return Positive(operand);
  }
  return absl::InternalError("unknown operator");
}

absl::StatusOr<Value> Interpreter::Evaluate(const BinaryExpr& e) {
  FERRO_ASSIGN_OR_RETURN(const Value left, Evaluate(*e.left));
  FERRO_ASSIGN_OR_RETURN(const Value right, Evaluate(*e.right));
  if (e.op == BinaryOp::kAdd) FERRO_RETURN_IF_ERROR(budget_.Build(left.weight() + right.weight()));
  FERRO_ASSIGN_OR_RETURN(Value value, Binary(e.op, left, right));
  if (e.op == BinaryOp::kMultiply) FERRO_RETURN_IF_ERROR(budget_.Build(value.weight()));
  return value;
}

absl::StatusOr<Value> Interpreter::Evaluate(const LogicalExpr& e) {
  FERRO_ASSIGN_OR_RETURN(Value left, Evaluate(*e.left));
  if (Truth(left) != e.is_and) return left;
  return Evaluate(*e.right);
}

absl::StatusOr<Value> Interpreter::Evaluate(const CompareExpr& e) {
  FERRO_ASSIGN_OR_RETURN(Value left, Evaluate(*e.first));
  for (const auto& [op, operand] : e.rest) {
    FERRO_ASSIGN_OR_RETURN(Value right, Evaluate(*operand));
    FERRO_RETURN_IF_ERROR(budget_.Read(left.total_weight() + right.total_weight()));
    FERRO_ASSIGN_OR_RETURN(const bool holds, Compare(op, left, right));
    if (!holds) return Value::Bool(false);
    left = std::move(right);
  }
  return Value::Bool(true);
}

absl::StatusOr<Value> Interpreter::Evaluate(const ConcatExpr& e) {
  std::string out;
  for (const ExprPtr& item : e.items) {
    FERRO_ASSIGN_OR_RETURN(const Value value, Evaluate(*item));
    FERRO_ASSIGN_OR_RETURN(const std::string text, Str(value));
    FERRO_RETURN_IF_ERROR(budget_.Build(out.size() + text.size()));
    out += text;
  }
  return Value::String(std::move(out));
}

absl::StatusOr<Value> Interpreter::Evaluate(const ConditionalExpr& e) {
  FERRO_ASSIGN_OR_RETURN(const Value condition, Evaluate(*e.condition));
  if (Truth(condition)) return Evaluate(*e.yes);
  return EvaluateOr(e.no, Value::UndefinedNamed("the inline if-expression has no value: its condition is false and it "
                                                "has no else"));
}

}  // namespace ferro::jinja
