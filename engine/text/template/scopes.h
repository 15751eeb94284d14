// Which variable a name means.
//
// Jinja decides it before the template runs. Scopes are the template, each for body (filter, else), macro, call block,
// filter block, set block, `with` and `generation`; `if` is not one. Within a scope a name is
//   a parameter (macro parameter, loop variable),
//   a copy of the enclosing scope's variable, if the scope assigns a name that the outside knows: the outside keeps its
//   value, a variable given to the template, read when the scope is entered, or empty until assigned, if an assignment
//   comes before any use.
// A name that a scope only reads belongs to the nearest enclosing scope that knows it.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_SCOPES_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_SCOPES_H_

#include "engine/text/template/ast.h"

namespace ferro::jinja {

// Fills in the slot of every name and the layout of every scope.
void ResolveNames(Ast* ast);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_SCOPES_H_
