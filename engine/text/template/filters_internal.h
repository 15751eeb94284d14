// The functions behind the names in filters.cc.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_FILTERS_INTERNAL_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_FILTERS_INTERNAL_H_

#include "absl/status/statusor.h"
#include "engine/text/template/runtime.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

// filters_text.cc
absl::StatusOr<Value> AbsFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> CapitalizeFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> DefaultFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> EscapeFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> FloatFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> IndentFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> IntFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> LowerFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> ReplaceFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> RoundFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> StringFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> TitleFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> ToJsonFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> TrimFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> UpperFilter(Runtime&, const Value& input, const CallArgs&);

// filters_collection.cc
absl::StatusOr<Value> FirstFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> ItemsFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> JoinFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> LastFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> LengthFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> ListFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> MapFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> RejectFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> RejectAttrFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> ReverseFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> SelectFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> SelectAttrFilter(Runtime&, const Value& input, const CallArgs&);

// filters_order.cc
absl::StatusOr<Value> DictSortFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> MaxFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> MinFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> SortFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> SumFilter(Runtime&, const Value& input, const CallArgs&);
absl::StatusOr<Value> UniqueFilter(Runtime&, const Value& input, const CallArgs&);

// `a.b.0` of an item, as the `attribute` arguments mean it; missing parts give `otherwise` when it is set.
absl::StatusOr<Value> AttributePath(const Value& item, const Value& path, const Value* otherwise);
// An iterable's items, counted against the budget.
absl::StatusOr<Items> TakeItems(Runtime& runtime, const Value& input);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_FILTERS_INTERNAL_H_
