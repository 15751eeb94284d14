#include "engine/text/template/runtime.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "engine/text/template/operators.h"
#include "engine/text/template/python_text.h"

namespace ferro::jinja {

size_t TotalWeight(const CallArgs& arguments) {
  size_t total = 0;
  for (const Value& value : arguments.positional) total += value.total_weight();
  for (const auto& [unused, value] : arguments.named) total += value.total_weight();
  return total;
}

absl::StatusOr<BoundArgs> BoundArgs::Bind(absl::string_view function, const CallArgs& arguments,
                                          std::initializer_list<absl::string_view> parameters, size_t required) {
  const auto error = [&](auto... what) { return absl::InvalidArgumentError(absl::StrCat(function, ": ", what...)); };
  if (arguments.positional.size() > parameters.size()) {
    return error("takes at most ", parameters.size(), " arguments, ", arguments.positional.size(), " given");
  }
  BoundArgs bound;
  bound.values_ = arguments.positional;
  bound.values_.resize(parameters.size());
  bound.given_.assign(parameters.size(), false);
  std::fill_n(bound.given_.begin(), arguments.positional.size(), true);
  for (const auto& [name, value] : arguments.named) {
    const auto it = std::find(parameters.begin(), parameters.end(), absl::string_view(name));
    if (it == parameters.end()) return error("has no argument '", name, "'");
    const size_t i = static_cast<size_t>(it - parameters.begin());
    if (bound.given_[i]) return error("argument '", name, "' given twice");
    bound.given_[i] = true;
    bound.values_[i] = value;
  }
  for (size_t i = 0; i < required; ++i) {
    if (!bound.given_[i]) return error("argument '", *(parameters.begin() + i), "' is missing");
  }
  return bound;
}

bool BoundArgs::Flag(size_t i, bool otherwise) const { return Has(i) ? Truth(values_[i]) : otherwise; }

absl::StatusOr<int64_t> BoundArgs::Int(size_t i, int64_t otherwise) const {
  if (!Has(i)) return otherwise;
  if (!values_[i].is_index()) {
    return absl::InvalidArgumentError(absl::StrCat("expected an integer, found ", values_[i].TypeName()));
  }
  return values_[i].index();
}

absl::StatusOr<std::string> BoundArgs::Text(size_t i, absl::string_view otherwise) const {
  if (!Has(i)) return std::string(otherwise);
  return Str(values_[i]);
}

}  // namespace ferro::jinja
