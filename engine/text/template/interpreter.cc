#include "engine/text/template/interpreter.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/functions.h"
#include "engine/text/template/methods.h"
#include "engine/text/template/operators.h"
#include "engine/text/template/python_text.h"

namespace ferro::jinja {

// Namespaces may hold one another: emptied one by one, so that no chain of them is destroyed by recursion.
Interpreter::~Interpreter() {
  for (Namespace& space : namespaces_) space.attributes.clear();
}

absl::StatusOr<std::string> Interpreter::Run() {
  scope_ = Enter(ast_.layout, nullptr);
  FERRO_RETURN_IF_ERROR(Run(ast_.body).status());
  return std::move(out_);
}

absl::Status Interpreter::Step() const {
  if (depth_ > kMaxCallDepth) return absl::InvalidArgumentError("the template calls itself too deeply");
  return absl::OkStatus();
}

absl::StatusOr<Interpreter::Flow> Interpreter::Run(const Body& body) {
  const DepthGuard guard(depth_);
  FERRO_RETURN_IF_ERROR(Step());
  for (const auto& statement : body) {
    FERRO_RETURN_IF_ERROR(budget_.Step());
    absl::StatusOr<Flow> flow = std::visit([this](const auto& s) { return Execute(s); }, statement->node);
    if (!flow.ok() && !located_) {
      located_ = true;
      return Annotate(flow.status(), absl::StrCat("line ", statement->line));
    }
    if (!flow.ok() || *flow != Flow::kNext) return flow;
  }
  return Flow::kNext;
}

absl::StatusOr<Interpreter::Flow> Interpreter::RunInScope(const Body& body, const ScopeLayout& layout) {
  const ScopeGuard guard(*this, Enter(layout, scope_));
  return Run(body);
}

absl::StatusOr<std::string> Interpreter::Capture(const Body& body, Flow* flow) {
  std::string outer = std::exchange(out_, std::string());
  absl::StatusOr<Flow> result = Run(body);
  std::string text = std::exchange(out_, std::move(outer));
  if (!result.ok()) return result.status();
  *flow = *result;
  FERRO_RETURN_IF_ERROR(budget_.Build(text.size()));
  return text;
}

absl::Status Interpreter::Print(absl::string_view text) {
  if (out_.size() + text.size() > kMaxTextBytes) return Budget::TooLarge();
  absl::StrAppend(&out_, text);
  return budget_.Read(text.size());
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const TextStmt& s) {
  FERRO_RETURN_IF_ERROR(Print(s.text));
  return Flow::kNext;
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const OutputStmt& s) {
  FERRO_ASSIGN_OR_RETURN(const Value value, Evaluate(*s.value));
  if (value.is_string()) {
    FERRO_RETURN_IF_ERROR(Print(value.string()));
    return Flow::kNext;
  }
  FERRO_ASSIGN_OR_RETURN(const std::string text, Str(value));
  FERRO_RETURN_IF_ERROR(budget_.Build(text.size()));
  FERRO_RETURN_IF_ERROR(Print(text));
  return Flow::kNext;
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const IfStmt& s) {
  for (const auto& [condition, body] : s.branches) {
    FERRO_ASSIGN_OR_RETURN(const Value value, Evaluate(*condition));
    if (Truth(value)) return Run(body);
  }
  return Run(s.otherwise);
}

absl::StatusOr<Items> Interpreter::FilteredItems(const ForStmt& s, Items items) {
  if (s.filter == nullptr) return items;
  Items kept;
  for (Value& item : items) {
    const ScopeGuard guard(*this, Enter(s.filter_layout, scope_));
    FERRO_RETURN_IF_ERROR(Assign(s.filter_target, item));
    FERRO_ASSIGN_OR_RETURN(const Value keep, Evaluate(*s.filter));
    if (Truth(keep)) kept.push_back(std::move(item));
  }
  return kept;
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const ForStmt& s) {
  FERRO_ASSIGN_OR_RETURN(const Value iterable, Evaluate(*s.iterable));
  if (options_.traced != nullptr && iterable.is_sequence() && &iterable.sequence() == options_.traced) {
    *options_.walked = true;
  }
  FERRO_RETURN_IF_ERROR(budget_.Build(iterable.weight()));
  FERRO_ASSIGN_OR_RETURN(Items items, Iterate(iterable));
  FERRO_ASSIGN_OR_RETURN(items, FilteredItems(s, std::move(items)));

  const auto loop = std::make_shared<LoopState>();
  loop->items = std::make_shared<const Items>(std::move(items));
  for (const Value& item : *loop->items) loop->depth = std::max(loop->depth, item.depth() + 1);
  bool completed = false;  // like Jinja's: only an iteration that runs to its end keeps `else` from running
  for (; loop->index < loop->items->size(); ++loop->index) {
    const ScopeGuard guard(*this, Enter(s.layout, scope_));
    scope_->slots[s.loop.slot] = Value::Of(loop);
    FERRO_RETURN_IF_ERROR(Assign(s.target, (*loop->items)[loop->index]));
    FERRO_ASSIGN_OR_RETURN(const Flow flow, Run(s.body));
    FERRO_RETURN_IF_ERROR(budget_.Step());
    if (flow == Flow::kBreak) break;
    completed |= flow == Flow::kNext;
  }
  if (completed || s.otherwise.empty()) return Flow::kNext;
  return RunInScope(s.otherwise, s.otherwise_layout);
}

absl::Status Interpreter::Assign(const Target& target, const Value& value) {
  if (!target.attribute.empty()) {
    FERRO_ASSIGN_OR_RETURN(const Value object, Evaluate(target.names[0]));
    if (!object.is_namespace()) {
      return absl::InvalidArgumentError(absl::StrCat("cannot assign the attribute '", target.attribute, "' of a ",
                                                     object.TypeName(), ": only namespaces can be changed"));
    }
    for (auto& [name, slot] : object.name_space().attributes) {
      if (name != target.attribute) continue;
      slot = value;
      return absl::OkStatus();
    }
    object.name_space().attributes.emplace_back(target.attribute, value);
    return absl::OkStatus();
  }
  if (!target.is_tuple) {
    scope_->slots[target.names[0].slot.slot] = value;
    return absl::OkStatus();
  }
  FERRO_ASSIGN_OR_RETURN(const Items items, Iterate(value));
  if (items.size() != target.names.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot assign ", items.size(), " values to ", target.names.size(), " variables"));
  }
  for (size_t i = 0; i < items.size(); ++i) scope_->slots[target.names[i].slot.slot] = items[i];
  return absl::OkStatus();
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const SetStmt& s) {
  FERRO_ASSIGN_OR_RETURN(const Value value, Evaluate(*s.value));
  FERRO_RETURN_IF_ERROR(Assign(s.target, value));
  return Flow::kNext;
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const SetBlockStmt& s) {
  Flow flow = Flow::kNext;
  Value value;
  {
    const ScopeGuard guard(*this, Enter(s.layout, scope_));
    FERRO_ASSIGN_OR_RETURN(std::string text, Capture(s.body, &flow));
    if (flow != Flow::kNext) return flow;
    value = Value::String(std::move(text));
    if (s.filter != nullptr) {
      FERRO_ASSIGN_OR_RETURN(value, EvaluateFilters(*s.filter, value));
    }
  }
  FERRO_RETURN_IF_ERROR(Assign(s.target, value));
  return flow;
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const MacroStmt& s) {
  scope_->slots[s.name.slot.slot] = NewMacro(s.macro);
  return Flow::kNext;
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const CallBlockStmt& s) {
  const auto& call = std::get<CallExpr>(s.call->node);
  FERRO_ASSIGN_OR_RETURN(const Value callee, Evaluate(*call.callee));
  FERRO_ASSIGN_OR_RETURN(CallArgs arguments, EvaluateArguments(call.arguments));
  arguments.named.emplace_back("caller", NewMacro(s.caller));
  FERRO_ASSIGN_OR_RETURN(const Value value, Call(callee, std::move(arguments)));
  FERRO_ASSIGN_OR_RETURN(const std::string text, Str(value));
  FERRO_RETURN_IF_ERROR(Print(text));
  return Flow::kNext;
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const FilterBlockStmt& s) {
  const ScopeGuard guard(*this, Enter(s.layout, scope_));
  Flow flow = Flow::kNext;
  FERRO_ASSIGN_OR_RETURN(std::string text, Capture(s.body, &flow));
  if (flow != Flow::kNext) return flow;
  FERRO_ASSIGN_OR_RETURN(const Value value, EvaluateFilters(*s.filter, Value::String(std::move(text))));
  FERRO_ASSIGN_OR_RETURN(const std::string filtered, Str(value));
  FERRO_RETURN_IF_ERROR(Print(filtered));
  return Flow::kNext;
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const WithStmt& s) {
  Items values;
  for (const auto& [unused, expr] : s.values) {
    FERRO_ASSIGN_OR_RETURN(Value value, Evaluate(*expr));
    values.push_back(std::move(value));
  }
  const ScopeGuard guard(*this, Enter(s.layout, scope_));
  for (size_t i = 0; i < values.size(); ++i) scope_->slots[s.values[i].first.slot.slot] = values[i];
  return Run(s.body);
}

absl::StatusOr<Interpreter::Flow> Interpreter::Execute(const ScopeStmt& s) { return RunInScope(s.body, s.layout); }

std::shared_ptr<Scope> Interpreter::Enter(const ScopeLayout& layout, std::shared_ptr<Scope> parent) const {
  auto scope = std::make_shared<Scope>();
  scope->parent = std::move(parent);
  scope->slots.reserve(layout.entries.size());
  for (const ScopeLayout::Entry& entry : layout.entries) {
    switch (entry.load) {
      case ScopeLayout::Load::kEmpty:
      case ScopeLayout::Load::kParameter:
        scope->slots.emplace_back();
        break;
      case ScopeLayout::Load::kVariable:
        scope->slots.push_back(Variable(entry.name));
        break;
      case ScopeLayout::Load::kOuter: {
        const Scope* outer = scope->parent.get();
        for (int hops = 1; hops < entry.outer.hops; ++hops) outer = outer->parent.get();
        scope->slots.push_back(outer->slots[entry.outer.slot]);
        break;
      }
    }
  }
  return scope;
}

Value Interpreter::Variable(absl::string_view name) const {
  if (const Value* found = variables_.mapping().Find(name)) return *found;
  return GlobalFunction(name);
}

Value Interpreter::NewMacro(const MacroBody& body) {
  const Macro& macro = macros_.emplace_back(Macro{&body, scope_});
  return Value::Of(
      std::make_shared<const Callable>(Callable{Callable::Kind::kMacro, body.name, Value::None(), &macro}));
}

absl::StatusOr<Value> Interpreter::Call(const Value& callee, CallArgs arguments) {
  if (callee.is_undefined()) return absl::InvalidArgumentError(callee.UndefinedText());
  if (!callee.is_callable()) {
    return absl::InvalidArgumentError(absl::StrCat("'", callee.TypeName(), "' object is not callable"));
  }
  const Callable& callable = callee.callable();
  switch (callable.kind) {
    case Callable::Kind::kGlobal:
      return CallGlobal(*this, callable.name, arguments);
    case Callable::Kind::kMethod:
      FERRO_RETURN_IF_ERROR(budget_.Read(callable.self.total_weight() + TotalWeight(arguments)));
      return CallMethod(*this, callable.self, callable.name, arguments);
    case Callable::Kind::kMacro:
      return CallMacro(*callable.macro, std::move(arguments));
  }
  return absl::InternalError("unknown kind of function");
}

absl::StatusOr<Value> Interpreter::CallMacro(const Macro& macro, CallArgs arguments) {
  const std::shared_ptr<Scope> defined_in = macro.scope.lock();
  if (defined_in == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("the macro '", macro.body->name, "' is called after the block that defined it has ended"));
  }
  const ScopeGuard guard(*this, Enter(macro.body->layout, defined_in));
  FERRO_RETURN_IF_ERROR(BindMacroArguments(*macro.body, std::move(arguments)));
  Flow flow = Flow::kNext;
  FERRO_ASSIGN_OR_RETURN(std::string text, Capture(macro.body->body, &flow));
  return Value::String(std::move(text));
}

absl::Status Interpreter::BindMacroArguments(const MacroBody& body, CallArgs arguments) {
  const auto take_named = [&](absl::string_view name, Value* value) {
    for (auto it = arguments.named.begin(); it != arguments.named.end(); ++it) {
      if (it->first != name) continue;
      *value = std::move(it->second);
      arguments.named.erase(it);
      return true;
    }
    return false;
  };
  std::vector<Value>& slots = scope_->slots;
  std::vector<const MacroParameter*> missing;
  for (size_t i = 0; i < body.parameters.size(); ++i) {
    const MacroParameter& parameter = body.parameters[i];
    Value& slot = slots[parameter.name.slot.slot];
    if (i < arguments.positional.size()) {
      slot = arguments.positional[i];
    } else if (!take_named(parameter.name.name, &slot)) {
      missing.push_back(&parameter);
    }
  }
  if (body.uses_caller && !take_named("caller", &slots[body.caller.slot])) {
    slots[body.caller.slot] = Value::UndefinedNamed("No caller defined");
  }
  if (body.uses_kwargs) {
    Mapping rest;
    for (auto& [name, value] : arguments.named) rest.Set(name, std::move(value));
    slots[body.kwargs.slot] = Value::Map(std::move(rest));
  } else if (!arguments.named.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("macro '", body.name, "' takes no keyword argument '", arguments.named[0].first, "'"));
  }
  const size_t n = body.parameters.size();
  if (body.uses_varargs) {
    Items rest;
    for (size_t i = n; i < arguments.positional.size(); ++i) rest.push_back(arguments.positional[i]);
    slots[body.varargs.slot] = Value::Tuple(std::move(rest));
  } else if (arguments.positional.size() > n) {
    return absl::InvalidArgumentError(absl::StrCat("macro '", body.name, "' takes not more than ", n, " argument(s)"));
  }
  for (const MacroParameter* parameter : missing) {  // a default may use the parameters before it
    Value fallback = Value::UndefinedNamed(absl::StrCat("parameter '", parameter->name.name, "' was not provided"));
    FERRO_ASSIGN_OR_RETURN(Value value, EvaluateOr(parameter->default_value, std::move(fallback)));
    scope_->slots[parameter->name.slot.slot] = std::move(value);
  }
  return absl::OkStatus();
}

}  // namespace ferro::jinja
