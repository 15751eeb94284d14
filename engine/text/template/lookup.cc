#include "engine/text/template/lookup.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/python_text.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

// Python's method names, sorted. A template that asks for one gets the method even where the mapping has such a key.
constexpr absl::string_view kTextMethods[] = {
    "capitalize",   "casefold",   "center",    "count",       "encode",    "endswith",     "expandtabs",   "find",
    "format",       "format_map", "index",     "isalnum",     "isalpha",   "isascii",      "isdecimal",    "isdigit",
    "isidentifier", "islower",    "isnumeric", "isprintable", "isspace",   "istitle",      "isupper",      "join",
    "ljust",        "lower",      "lstrip",    "maketrans",   "partition", "removeprefix", "removesuffix", "replace",
    "rfind",        "rindex",     "rjust",     "rpartition",  "rsplit",    "rstrip",       "split",        "splitlines",
    "startswith",   "strip",      "swapcase",  "title",       "translate", "upper",        "zfill"};
constexpr absl::string_view kListMethods[] = {"append", "clear", "copy",   "count",   "extend", "index",
                                              "insert", "pop",   "remove", "reverse", "sort"};
constexpr absl::string_view kTupleMethods[] = {"count", "index"};
constexpr absl::string_view kMappingMethods[] = {"clear", "copy",    "fromkeys",   "get",    "items", "keys",
                                                 "pop",   "popitem", "setdefault", "update", "values"};
// Methods that change their object: the sandbox makes them undefined.
constexpr absl::string_view kForbidden[] = {"append", "clear",   "extend",     "insert", "pop",   "popitem",
                                            "remove", "reverse", "setdefault", "sort",   "update"};

template <size_t N>
bool IsIn(const absl::string_view (&names)[N], absl::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool HasMethod(const Value& object, absl::string_view name) {
  if (object.is_string()) return IsIn(kTextMethods, name);
  if (object.is_mapping()) return IsIn(kMappingMethods, name);
  if (object.is_sequence(SequenceType::kList)) return IsIn(kListMethods, name);
  if (object.is_sequence(SequenceType::kTuple) || object.is_sequence(SequenceType::kRange)) {
    return IsIn(kTupleMethods, name);
  }
  return false;
}

Value LoopAttribute(const Value& object, absl::string_view name) {
  const LoopState& loop = object.loop();
  const int64_t index = static_cast<int64_t>(loop.index), length = static_cast<int64_t>(loop.items->size());
  if (name == "index") return Value::Int(index + 1);
  if (name == "index0") return Value::Int(index);
  if (name == "revindex") return Value::Int(length - index);
  if (name == "revindex0") return Value::Int(length - index - 1);
  if (name == "first") return Value::Bool(index == 0);
  if (name == "last") return Value::Bool(index + 1 == length);
  if (name == "length") return Value::Int(length);
  if (name == "depth") return Value::Int(1);
  if (name == "depth0") return Value::Int(0);
  if (name == "previtem") {
    return index > 0 ? (*loop.items)[loop.index - 1] : Value::UndefinedNamed("there is no previous item");
  }
  if (name == "nextitem") {
    return index + 1 < length ? (*loop.items)[loop.index + 1] : Value::UndefinedNamed("there is no next item");
  }
  if (name == "cycle" || name == "changed") {
    return Value::Of(
        std::make_shared<const Callable>(Callable{Callable::Kind::kMethod, std::string(name), object, nullptr}));
  }
  return MissingAttribute(object, Value::String(std::string(name)));
}

// Python's own attribute; nullptr if the type has none of that name.
std::unique_ptr<Value> PythonAttribute(const Value& object, absl::string_view name) {
  if (object.is_namespace()) {
    for (const auto& [key, value] : object.name_space().attributes) {
      if (key == name) return std::make_unique<Value>(value);
    }
    return nullptr;
  }
  if (object.is_loop()) return std::make_unique<Value>(LoopAttribute(object, name));
  if (object.is_callable() && object.callable().kind == Callable::Kind::kMacro && name == "name") {
    return std::make_unique<Value>(Value::String(object.callable().name));
  }
  if (!HasMethod(object, name)) return nullptr;
  if (!object.is_string() && IsIn(kForbidden, name)) {
    return std::make_unique<Value>(Value::UndefinedNamed(
        absl::StrCat("access to attribute '", name, "' of '", object.TypeName(), "' object is unsafe.")));
  }
  return std::make_unique<Value>(Value::Of(
      std::make_shared<const Callable>(Callable{Callable::Kind::kMethod, std::string(name), object, nullptr})));
}

// object[index] as Python evaluates it; nullptr where Python raises.
std::unique_ptr<Value> PythonItem(const Value& object, const Value& index) {
  if (object.is_mapping()) {
    const Value* found = object.mapping().Find(index);
    return found == nullptr ? nullptr : std::make_unique<Value>(*found);
  }
  if (!index.is_index()) return nullptr;
  int64_t at = index.index();
  if (object.is_string()) {
    const std::string& text = object.string();
    const std::vector<size_t> offsets = CodePointOffsets(text);
    const int64_t length = static_cast<int64_t>(offsets.size()) - 1;
    if (at < 0) at += length;
    if (at < 0 || at >= length) return nullptr;
    return std::make_unique<Value>(Value::String(text.substr(offsets[at], offsets[at + 1] - offsets[at])));
  }
  const bool indexable = object.is_sequence(SequenceType::kList) || object.is_sequence(SequenceType::kTuple) ||
                         object.is_sequence(SequenceType::kRange);
  if (!indexable) return nullptr;
  const Items& items = object.sequence().items;
  if (at < 0) at += static_cast<int64_t>(items.size());
  if (at < 0 || at >= static_cast<int64_t>(items.size())) return nullptr;
  return std::make_unique<Value>(items[at]);
}

absl::StatusOr<int64_t> SliceBound(const Value& bound, int64_t otherwise) {
  if (bound.is_none()) return otherwise;
  if (bound.is_index()) return bound.index();
  return absl::InvalidArgumentError("slice indices must be integers or None");
}

// [start:stop:step] for a given length, bounds resolved: from `from` by `by` to before `to`.
struct ResolvedSlice {
  int64_t from, to, by;

  std::vector<int64_t> Positions() const {
    std::vector<int64_t> positions;
    for (int64_t at = from; by > 0 ? at < to : at > to;) {
      positions.push_back(at);
      if (__builtin_add_overflow(at, by, &at)) break;
    }
    return positions;
  }
};

absl::StatusOr<ResolvedSlice> ResolveSlice(int64_t length, const Value& start, const Value& stop, const Value& step) {
  FERRO_ASSIGN_OR_RETURN(const int64_t by, SliceBound(step, 1));
  if (by == 0) return absl::InvalidArgumentError("slice step cannot be zero");
  const int64_t lowest = by > 0 ? 0 : -1, highest = by > 0 ? length : length - 1;
  const auto clamp = [&](int64_t at) { return std::clamp(at < 0 ? at + length : at, lowest, highest); };
  FERRO_ASSIGN_OR_RETURN(const int64_t from, SliceBound(start, 0));
  FERRO_ASSIGN_OR_RETURN(const int64_t to, SliceBound(stop, 0));
  return ResolvedSlice{start.is_none() ? (by > 0 ? lowest : highest) : clamp(from),
                       stop.is_none() ? (by > 0 ? highest : lowest) : clamp(to), by};
}

// Python's range is sliced into a range.
Value SliceRange(const Sequence& range, const ResolvedSlice& slice) {
  return Value::Range(range.start + slice.from * range.step, range.start + slice.to * range.step,
                      range.step * slice.by);
}

}  // namespace

Value MissingAttribute(const Value& object, const Value& name) {
  const std::string type = object.is_none() ? "None" : absl::StrCat(object.TypeName(), " object");
  if (name.is_string())
    return Value::UndefinedNamed(absl::StrCat("'", type, "' has no attribute '", name.string(), "'"));
  return Value::UndefinedNamed(absl::StrCat(type, " has no element ", Repr(name).value_or("?")));
}

absl::StatusOr<Value> Attribute(const Value& object, absl::string_view name) {
  if (object.is_undefined()) return absl::InvalidArgumentError(object.UndefinedText());
  if (auto attribute = PythonAttribute(object, name)) return *attribute;
  const Value key = Value::String(std::string(name));
  if (auto item = PythonItem(object, key)) return *item;
  return MissingAttribute(object, key);
}

absl::StatusOr<Value> Item(const Value& object, const Value& index) {
  if (object.is_undefined()) return absl::InvalidArgumentError(object.UndefinedText());
  if (auto item = PythonItem(object, index)) return *item;
  if (index.is_string()) {
    if (auto attribute = PythonAttribute(object, index.string())) return *attribute;
  }
  return MissingAttribute(object, index);
}

absl::StatusOr<Value> Slice(const Value& object, const Value& start, const Value& stop, const Value& step) {
  if (object.is_undefined()) return absl::InvalidArgumentError(object.UndefinedText());
  if (object.is_string()) {
    const std::string& text = object.string();
    const std::vector<size_t> offsets = CodePointOffsets(text);
    FERRO_ASSIGN_OR_RETURN(const ResolvedSlice slice,
                           ResolveSlice(static_cast<int64_t>(offsets.size()) - 1, start, stop, step));
    std::string out;
    for (const int64_t at : slice.Positions()) out.append(text, offsets[at], offsets[at + 1] - offsets[at]);
    return Value::String(std::move(out));
  }
  const bool sliceable = object.is_sequence(SequenceType::kList) || object.is_sequence(SequenceType::kTuple) ||
                         object.is_sequence(SequenceType::kRange);
  if (!sliceable) {
    return absl::InvalidArgumentError(absl::StrCat("'", object.TypeName(), "' object cannot be sliced"));
  }
  const Items& items = object.sequence().items;
  FERRO_ASSIGN_OR_RETURN(const ResolvedSlice slice,
                         ResolveSlice(static_cast<int64_t>(items.size()), start, stop, step));
  if (object.is_sequence(SequenceType::kRange)) return SliceRange(object.sequence(), slice);
  Items out;
  for (const int64_t at : slice.Positions()) out.push_back(items[at]);
  return Value::List(std::move(out), object.sequence().type);
}

}  // namespace ferro::jinja
