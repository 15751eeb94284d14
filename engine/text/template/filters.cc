#include "engine/text/template/filters.h"

#include <algorithm>
#include <iterator>

#include "engine/text/template/filters_internal.h"

namespace ferro::jinja {

Filter FindFilter(absl::string_view name) {
  static constexpr struct {
    absl::string_view name;
    Filter filter;
  } kFilters[] = {
      {"abs", AbsFilter},
      {"capitalize", CapitalizeFilter},
      {"count", LengthFilter},
      {"d", DefaultFilter},
      {"default", DefaultFilter},
      {"dictsort", DictSortFilter},
      {"e", EscapeFilter},
      {"escape", EscapeFilter},
      {"first", FirstFilter},
      {"float", FloatFilter},
      {"indent", IndentFilter},
      {"int", IntFilter},
      {"items", ItemsFilter},
      {"join", JoinFilter},
      {"last", LastFilter},
      {"length", LengthFilter},
      {"list", ListFilter},
      {"lower", LowerFilter},
      {"map", MapFilter},
      {"max", MaxFilter},
      {"min", MinFilter},
      {"reject", RejectFilter},
      {"rejectattr", RejectAttrFilter},
      {"replace", ReplaceFilter},
      {"reverse", ReverseFilter},
      {"round", RoundFilter},
      {"safe", StringFilter},
      {"select", SelectFilter},
      {"selectattr", SelectAttrFilter},
      {"sort", SortFilter},
      {"string", StringFilter},
      {"sum", SumFilter},
      {"title", TitleFilter},
      {"tojson", ToJsonFilter},
      {"trim", TrimFilter},
      {"unique", UniqueFilter},
      {"upper", UpperFilter},
  };
  const auto* found =
      std::find_if(std::begin(kFilters), std::end(kFilters), [&](const auto& entry) { return entry.name == name; });
  return found == std::end(kFilters) ? nullptr : found->filter;
}

}  // namespace ferro::jinja
