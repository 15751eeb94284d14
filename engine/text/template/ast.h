// The syntax tree of a template. Built by the parser, given scopes by scopes.h, read-only afterwards.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_AST_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_AST_H_

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/text/template/operators.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

struct Expr;
struct Stmt;
using ExprPtr = std::unique_ptr<Expr>;
using Body = std::vector<std::unique_ptr<Stmt>>;

// Where a name lives: `slot` of the scope that is `hops` scopes out from the current one.
struct Slot {
  int hops = 0;
  int slot = -1;
};

// How the slots of a scope are filled when it is entered.
struct ScopeLayout {
  enum class Load { kEmpty, kParameter, kVariable, kOuter };
  struct Entry {
    std::string name;
    Load load = Load::kEmpty;
    Slot outer;  // kOuter: the slot of an enclosing scope whose value is copied
  };
  std::vector<Entry> entries;
};

struct Arguments {
  std::vector<ExprPtr> positional;
  std::vector<std::pair<std::string, ExprPtr>> named;
};

struct LiteralExpr {
  Value value;
};
struct NameExpr {
  std::string name;
  Slot slot;
};
struct ListExpr {
  std::vector<ExprPtr> items;
  bool is_tuple = false;
};
struct DictExpr {
  std::vector<std::pair<ExprPtr, ExprPtr>> entries;
};
struct AttributeExpr {
  ExprPtr object;
  std::string name;
};
struct ItemExpr {
  ExprPtr object, index;
};
struct SliceExpr {
  ExprPtr object, start, stop, step;  // all but the object may be null
};
struct CallExpr {
  ExprPtr callee;
  Arguments arguments;
};
struct FilterExpr {
  ExprPtr input;  // null inside a filter block: the text of the block
  std::string name;
  Arguments arguments;
};
struct TestExpr {
  ExprPtr input;
  std::string name;
  Arguments arguments;
};
struct UnaryExpr {
  enum class Op { kNot, kNegate, kPositive };
  Op op;
  ExprPtr operand;
};
struct BinaryExpr {
  BinaryOp op;
  ExprPtr left, right;
};
struct LogicalExpr {
  bool is_and;
  ExprPtr left, right;
};
struct CompareExpr {  // a < b < c is one chain
  ExprPtr first;
  std::vector<std::pair<CompareOp, ExprPtr>> rest;
};
struct ConcatExpr {
  std::vector<ExprPtr> items;
};
struct ConditionalExpr {
  ExprPtr condition, yes, no;  // `no` may be null
};

struct Expr {
  using Node =
      std::variant<LiteralExpr, NameExpr, ListExpr, DictExpr, AttributeExpr, ItemExpr, SliceExpr, CallExpr, FilterExpr,
                   TestExpr, UnaryExpr, BinaryExpr, LogicalExpr, CompareExpr, ConcatExpr, ConditionalExpr>;
  int line = 0;
  int height = 1;  // levels of the tree below and including this node
  Node node;
};

// `a`, `a, b` or `a.b` on the left of an assignment.
struct Target {
  std::vector<NameExpr> names;
  bool is_tuple = false;
  std::string attribute;  // not empty: the attribute of a namespace
};

struct MacroParameter {
  NameExpr name;
  ExprPtr default_value;  // may be null
};
// The callable part of a macro or of a call block.
struct MacroBody {
  std::string name;
  std::vector<MacroParameter> parameters;
  Slot caller, varargs, kwargs;
  bool uses_caller = false, uses_varargs = false, uses_kwargs = false;
  Body body;
  ScopeLayout layout;
};

struct TextStmt {
  std::string text;
};
struct OutputStmt {
  ExprPtr value;
};
struct IfStmt {
  std::vector<std::pair<ExprPtr, Body>> branches;
  Body otherwise;
};
struct ForStmt {
  Target target;
  ExprPtr iterable;
  ExprPtr filter;  // may be null
  Body body, otherwise;
  Slot loop;  // the variable `loop`, in `layout`
  Target filter_target;
  ScopeLayout layout, filter_layout, otherwise_layout;
};
struct SetStmt {
  Target target;
  ExprPtr value;
};
struct SetBlockStmt {
  Target target;
  ExprPtr filter;  // may be null
  Body body;
  ScopeLayout layout;
};
struct MacroStmt {
  NameExpr name;
  MacroBody macro;
};
struct CallBlockStmt {
  ExprPtr call;
  MacroBody caller;
};
struct FilterBlockStmt {
  ExprPtr filter;
  Body body;
  ScopeLayout layout;
};
struct WithStmt {
  std::vector<std::pair<NameExpr, ExprPtr>> values;
  Body body;
  ScopeLayout layout;
};
struct ScopeStmt {  // {% generation %}
  Body body;
  ScopeLayout layout;
};
struct BreakStmt {};
struct ContinueStmt {};

struct Stmt {
  using Node = std::variant<TextStmt, OutputStmt, IfStmt, ForStmt, SetStmt, SetBlockStmt, MacroStmt, CallBlockStmt,
                            FilterBlockStmt, WithStmt, ScopeStmt, BreakStmt, ContinueStmt>;
  int line = 0;
  Node node;
};

struct Ast {
  Body body;
  ScopeLayout layout;
};

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_AST_H_
