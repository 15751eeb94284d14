// Runs a syntax tree once.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_INTERPRETER_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_INTERPRETER_H_

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/text/template/ast.h"
#include "engine/text/template/limits.h"
#include "engine/text/template/runtime.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

// The variables of one entered scope; a layout says which name has which slot.
struct Scope {
  std::shared_ptr<Scope> parent;
  std::vector<Value> slots;
};

// A macro and the scope that it was defined in. That scope may end before the macro does (a macro kept in a namespace):
// then a call fails.
struct Macro {
  const MacroBody* body = nullptr;
  std::weak_ptr<Scope> scope;
};

// One rendering. `ast` and `variables` (a mapping) must outlive it. Not thread-safe; several may share an ast.
// Errors are kInvalidArgument (kUnimplemented for what this interpreter lacks) and begin with the line.
class Interpreter : public Runtime {
 public:
  struct Options {
    absl::Time now;
    // When set: `*walked` becomes true if a for statement walks this very list.
    const Sequence* traced = nullptr;
    bool* walked = nullptr;
  };

  Interpreter(const Ast& ast, const Value& variables, const Options& options)
      : ast_(ast), variables_(variables), options_(options) {}
  ~Interpreter() override;

  absl::StatusOr<std::string> Run();

  Budget& budget() override { return budget_; }
  absl::StatusOr<Value> Call(const Value& callee, CallArgs arguments) override;
  Namespace* NewNamespace() override { return &namespaces_.emplace_back(); }
  absl::Time now() const override { return options_.now; }

 private:
  enum class Flow { kNext, kBreak, kContinue };
  struct DepthGuard {
    explicit DepthGuard(int& depth) : depth(depth) { ++depth; }
    ~DepthGuard() { --depth; }
    int& depth;
  };
  // Makes a scope current, and the previous one again at the end.
  struct ScopeGuard {
    ScopeGuard(Interpreter& interpreter, std::shared_ptr<Scope> scope)
        : interpreter(interpreter), previous(std::exchange(interpreter.scope_, std::move(scope))) {}
    ~ScopeGuard() { interpreter.scope_ = std::move(previous); }
    Interpreter& interpreter;
    std::shared_ptr<Scope> previous;
  };

  // Every step passes here: counts it and bounds the recursion.
  absl::Status Step() const;

  // interpreter.cc: statements.
  absl::StatusOr<Flow> Run(const Body& body);
  absl::StatusOr<Flow> RunInScope(const Body& body, const ScopeLayout& layout);
  // Runs `body` and takes what it prints.
  absl::StatusOr<std::string> Capture(const Body& body, Flow* flow);
  absl::StatusOr<Flow> Execute(const TextStmt& s);
  absl::StatusOr<Flow> Execute(const OutputStmt& s);
  absl::StatusOr<Flow> Execute(const IfStmt& s);
  absl::StatusOr<Flow> Execute(const ForStmt& s);
  absl::StatusOr<Flow> Execute(const SetStmt& s);
  absl::StatusOr<Flow> Execute(const SetBlockStmt& s);
  absl::StatusOr<Flow> Execute(const MacroStmt& s);
  absl::StatusOr<Flow> Execute(const CallBlockStmt& s);
  absl::StatusOr<Flow> Execute(const FilterBlockStmt& s);
  absl::StatusOr<Flow> Execute(const WithStmt& s);
  absl::StatusOr<Flow> Execute(const ScopeStmt& s);
  absl::StatusOr<Flow> Execute(const BreakStmt&) { return Flow::kBreak; }
  absl::StatusOr<Flow> Execute(const ContinueStmt&) { return Flow::kContinue; }

  absl::Status Print(absl::string_view text);
  absl::StatusOr<Items> FilteredItems(const ForStmt& s, Items items);
  absl::Status Assign(const Target& target, const Value& value);
  std::shared_ptr<Scope> Enter(const ScopeLayout& layout, std::shared_ptr<Scope> parent) const;
  Value Variable(absl::string_view name) const;
  Value NewMacro(const MacroBody& body);
  absl::StatusOr<Value> CallMacro(const Macro& macro, CallArgs arguments);
  absl::Status BindMacroArguments(const MacroBody& body, CallArgs arguments);

  // evaluate.cc: expressions.
  absl::StatusOr<Value> Evaluate(const Expr& expr);
  absl::StatusOr<Value> EvaluateOr(const ExprPtr& expr, Value otherwise);
  absl::StatusOr<CallArgs> EvaluateArguments(const Arguments& arguments);
  // Filters of a block, whose innermost input is `input`.
  absl::StatusOr<Value> EvaluateFilters(const Expr& filters, const Value& input);
  absl::StatusOr<Value> ApplyFilter(const FilterExpr& e, const Value& input);
  absl::StatusOr<Value> Evaluate(const LiteralExpr& e);
  absl::StatusOr<Value> Evaluate(const NameExpr& e);
  absl::StatusOr<Value> Evaluate(const ListExpr& e);
  absl::StatusOr<Value> Evaluate(const DictExpr& e);
  absl::StatusOr<Value> Evaluate(const AttributeExpr& e);
  absl::StatusOr<Value> Evaluate(const ItemExpr& e);
  absl::StatusOr<Value> Evaluate(const SliceExpr& e);
  absl::StatusOr<Value> Evaluate(const CallExpr& e);
  absl::StatusOr<Value> Evaluate(const FilterExpr& e);
  absl::StatusOr<Value> Evaluate(const TestExpr& e);
  absl::StatusOr<Value> Evaluate(const UnaryExpr& e);
  absl::StatusOr<Value> Evaluate(const BinaryExpr& e);
  absl::StatusOr<Value> Evaluate(const LogicalExpr& e);
  absl::StatusOr<Value> Evaluate(const CompareExpr& e);
  absl::StatusOr<Value> Evaluate(const ConcatExpr& e);
  absl::StatusOr<Value> Evaluate(const ConditionalExpr& e);

  const Ast& ast_;
  const Value& variables_;
  const Options options_;
  Budget budget_;
  int depth_ = 0;
  bool located_ = false;  // an error is on its way out and has its line
  std::string out_;       // what the running template, macro or block has printed
  std::shared_ptr<Scope> scope_;
  std::deque<Namespace> namespaces_;
  std::deque<Macro> macros_;
};

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_INTERPRETER_H_
