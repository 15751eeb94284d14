#include "engine/text/template/scopes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/text/template/ast_walk.h"

namespace ferro::jinja {
namespace {

using Load = ScopeLayout::Load;

// What one scope knows about its names.
struct Symbols {
  std::map<std::string, Load> loads;
  std::set<std::string> stored;
};

class Scope {
 public:
  Scope(Scope* parent, ScopeLayout* layout) : parent_(parent), layout_(layout) {}

  // First pass: what the statements of the scope itself do with names, in order.
  void Declare(const std::string& name) {
    symbols_.stored.insert(name);
    symbols_.loads[name] = Load::kParameter;
  }
  void Read(const std::string& name) {
    if (!Knows(name)) symbols_.loads[name] = Load::kVariable;
  }
  void Assign(const std::string& name) {
    symbols_.stored.insert(name);
    if (symbols_.loads.count(name) > 0) return;
    symbols_.loads[name] = OutsideKnows(name) ? Load::kOuter : Load::kEmpty;
  }
  void ReadAll(const ExprPtr& expr) {
    if (expr == nullptr) return;
    if (const auto* name = std::get_if<NameExpr>(&expr->node)) Read(name->name);
    ForEachChild(*expr, [this](const ExprPtr& child) { ReadAll(child); });
  }
  void ReadAll(const Arguments& arguments) {
    ForEachArgument(arguments, [this](const ExprPtr& e) { ReadAll(e); });
  }
  // Alternatives of which one runs: a name that only some assign starts with its value from outside.
  void Branch(const std::vector<std::function<void()>>& alternatives) {
    const Symbols before = symbols_;
    std::vector<Symbols> after;
    for (const auto& run : alternatives) {
      run();
      after.push_back(std::exchange(symbols_, before));
    }
    std::set<std::string> newly_stored;
    for (const Symbols& branch : after) {
      for (const std::string& name : branch.stored) {
        if (before.stored.count(name) == 0) newly_stored.insert(name);
      }
      for (const auto& [name, load] : branch.loads) symbols_.loads[name] = load;
      symbols_.stored.insert(branch.stored.begin(), branch.stored.end());
    }
    for (const std::string& name : newly_stored) {
      symbols_.loads[name] = OutsideKnows(name) ? Load::kOuter : Load::kVariable;
    }
  }

  // After the first pass: gives every name of the scope its slot.
  void Finish() {
    for (const auto& [name, load] : symbols_.loads) {
      ScopeLayout::Entry entry{name, load, {}};
      if (load == Load::kOuter) {
        entry.outer = parent_->Find(name);
        ++entry.outer.hops;  // seen from this scope
      }
      layout_->entries.push_back(std::move(entry));
    }
  }

  // Second pass: where a name lives. Every name that the scope uses is known here or outside.
  Slot Find(const std::string& name) const {
    int hops = 0;
    for (const Scope* scope = this; scope != nullptr; scope = scope->parent_, ++hops) {
      const auto& loads = scope->symbols_.loads;
      const auto it = loads.find(name);
      if (it != loads.end()) return {hops, static_cast<int>(std::distance(loads.begin(), it))};
    }
    return {};
  }

 private:
  bool OutsideKnows(const std::string& name) const { return parent_ != nullptr && parent_->Knows(name); }
  bool Knows(const std::string& name) const { return Find(name).slot >= 0; }

  Scope* const parent_;
  ScopeLayout* const layout_;
  Symbols symbols_;
};

// First pass over the statements of one scope; does not enter inner scopes.
void Collect(const Body& body, Scope& scope);

void CollectTarget(const Target& target, Scope& scope) {
  for (const NameExpr& name : target.names) {
    if (target.attribute.empty()) {
      scope.Assign(name.name);
    } else {
      scope.Read(name.name);
    }
  }
}

struct Collector {
  Scope& scope;
  void operator()(const TextStmt&) const {}
  void operator()(const OutputStmt& s) const { scope.ReadAll(s.value); }
  void operator()(const IfStmt& s) const { Branches(s); }
  void operator()(const ForStmt& s) const { scope.ReadAll(s.iterable); }
  void operator()(const SetStmt& s) const {
    scope.ReadAll(s.value);
    CollectTarget(s.target, scope);
  }
  void operator()(const SetBlockStmt& s) const { CollectTarget(s.target, scope); }
  void operator()(const MacroStmt& s) const { scope.Assign(s.name.name); }
  void operator()(const CallBlockStmt& s) const { scope.ReadAll(s.call); }
  void operator()(const FilterBlockStmt& s) const { scope.ReadAll(s.filter); }
  void operator()(const WithStmt& s) const {
    for (const auto& [unused, value] : s.values) scope.ReadAll(value);
  }
  void operator()(const ScopeStmt&) const {}
  void operator()(const BreakStmt&) const {}
  void operator()(const ContinueStmt&) const {}

  // Jinja sees all `elif` as one alternative, one after the other, each with its own choice of running or not.
  void Branches(const IfStmt& s) const {
    scope.ReadAll(s.branches[0].first);
    const auto elifs = [&] {
      for (size_t i = 1; i < s.branches.size(); ++i) {
        scope.ReadAll(s.branches[i].first);
        scope.Branch({[&, i] { Collect(s.branches[i].second, scope); }});
      }
    };
    scope.Branch({[&] { Collect(s.branches[0].second, scope); }, elifs, [&] { Collect(s.otherwise, scope); }});
  }
};

void Collect(const Body& body, Scope& scope) {
  for (const auto& statement : body) std::visit(Collector{scope}, statement->node);
}

// Second pass: writes slots into the tree and resolves the inner scopes.
class Resolver {
 public:
  void Template(Ast* ast) {
    Scope scope(nullptr, &ast->layout);
    Collect(ast->body, scope);
    scope.Finish();
    Statements(ast->body, scope);
  }

 private:
  void Statements(const Body& body, Scope& scope) {
    for (const auto& statement : body) {
      std::visit([&](auto& node) { Statement(node, scope); }, statement->node);
    }
  }

  void Expression(const ExprPtr& expr, const Scope& scope) {
    if (expr == nullptr) return;
    if (auto* name = std::get_if<NameExpr>(&expr->node)) {
      name->slot = scope.Find(name->name);
      for (MacroBody* macro : macros_) {
        macro->uses_caller |= name->name == "caller";
        macro->uses_varargs |= name->name == "varargs";
        macro->uses_kwargs |= name->name == "kwargs";
      }
    }
    ForEachChild(*expr, [&](const ExprPtr& child) { Expression(child, scope); });
  }
  static void Names(Target& target, const Scope& scope) {
    for (NameExpr& name : target.names) name.slot = scope.Find(name.name);
  }

  void Inner(const Body& body, ScopeLayout& layout, Scope& parent) {
    Scope scope(&parent, &layout);
    Collect(body, scope);
    scope.Finish();
    Statements(body, scope);
  }

  void Statement(TextStmt&, Scope&) {}
  void Statement(BreakStmt&, Scope&) {}
  void Statement(ContinueStmt&, Scope&) {}
  void Statement(OutputStmt& s, Scope& scope) { Expression(s.value, scope); }
  void Statement(IfStmt& s, Scope& scope) {
    for (auto& [condition, body] : s.branches) {
      Expression(condition, scope);
      Statements(body, scope);
    }
    Statements(s.otherwise, scope);
  }
  void Statement(ForStmt& s, Scope& parent) {
    Expression(s.iterable, parent);
    {
      Scope scope(&parent, &s.layout);
      for (const NameExpr& name : s.target.names) scope.Declare(name.name);
      scope.Declare("loop");
      Collect(s.body, scope);
      scope.Finish();
      Names(s.target, scope);
      s.loop = scope.Find("loop");
      Statements(s.body, scope);
    }
    if (s.filter != nullptr) {
      Scope scope(&parent, &s.filter_layout);
      for (const NameExpr& name : s.filter_target.names) scope.Declare(name.name);
      scope.ReadAll(s.filter);
      scope.Finish();
      Names(s.filter_target, scope);
      Expression(s.filter, scope);
    }
    Inner(s.otherwise, s.otherwise_layout, parent);
  }
  void Statement(SetStmt& s, Scope& scope) {
    Expression(s.value, scope);
    Names(s.target, scope);
  }
  void Statement(SetBlockStmt& s, Scope& parent) {
    Names(s.target, parent);
    Scope scope(&parent, &s.layout);
    Collect(s.body, scope);
    scope.ReadAll(s.filter);
    scope.Finish();
    Expression(s.filter, scope);
    Statements(s.body, scope);
  }
  void Statement(MacroStmt& s, Scope& parent) {
    s.name.slot = parent.Find(s.name.name);
    Macro(s.macro, parent);
  }
  void Statement(CallBlockStmt& s, Scope& parent) {
    Expression(s.call, parent);
    Macro(s.caller, parent);
  }
  void Statement(FilterBlockStmt& s, Scope& parent) {
    Scope scope(&parent, &s.layout);
    scope.ReadAll(s.filter);
    Collect(s.body, scope);
    scope.Finish();
    Expression(s.filter, scope);
    Statements(s.body, scope);
  }
  void Statement(WithStmt& s, Scope& parent) {
    for (auto& [unused, value] : s.values) Expression(value, parent);
    Scope scope(&parent, &s.layout);
    for (auto& [name, unused] : s.values) scope.Declare(name.name);
    Collect(s.body, scope);
    scope.Finish();
    for (auto& [name, unused] : s.values) name.slot = scope.Find(name.name);
    Statements(s.body, scope);
  }
  void Statement(ScopeStmt& s, Scope& parent) { Inner(s.body, s.layout, parent); }

  void Macro(MacroBody& macro, Scope& parent) {
    Scope scope(&parent, &macro.layout);
    for (const MacroParameter& parameter : macro.parameters) scope.Declare(parameter.name.name);
    for (const char* special : {"caller", "kwargs", "varargs"}) scope.Declare(special);
    for (const MacroParameter& parameter : macro.parameters) scope.ReadAll(parameter.default_value);
    Collect(macro.body, scope);
    scope.Finish();
    macros_.push_back(&macro);
    for (MacroParameter& parameter : macro.parameters) {
      parameter.name.slot = scope.Find(parameter.name.name);
      Expression(parameter.default_value, scope);
    }
    macro.caller = scope.Find("caller");
    macro.varargs = scope.Find("varargs");
    macro.kwargs = scope.Find("kwargs");
    Statements(macro.body, scope);
    macros_.pop_back();
  }

  std::vector<MacroBody*> macros_;  // around the current statement
};

}  // namespace

void ResolveNames(Ast* ast) { Resolver().Template(ast); }

}  // namespace ferro::jinja
