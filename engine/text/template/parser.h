// Template source into a syntax tree with resolved names.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_PARSER_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_PARSER_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/ast.h"

namespace ferro::jinja {

// kInvalidArgument: a syntax error, a source over kMaxSourceBytes, nesting deeper than kMaxParseDepth.
// kUnimplemented: a construct that Jinja knows and this interpreter does not. Both name the line and the construct.
absl::StatusOr<Ast> Parse(absl::string_view source);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_PARSER_H_
