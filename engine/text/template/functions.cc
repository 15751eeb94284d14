#include "engine/text/template/functions.h"

#include <ctime>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/template/operators.h"
#include "engine/text/template/python_text.h"

namespace ferro::jinja {
namespace {

absl::StatusOr<Value> NamespaceFunction(Runtime& runtime, const CallArgs& arguments) {
  Namespace* space = runtime.NewNamespace();
  const auto set = [&](const std::string& name, const Value& value) {
    for (auto& [known, slot] : space->attributes) {
      if (known == name) {
        slot = value;
        return;
      }
    }
    space->attributes.emplace_back(name, value);
  };
  if (arguments.positional.size() > 1 || (arguments.positional.size() == 1 && !arguments.positional[0].is_mapping())) {
    return absl::InvalidArgumentError("namespace: takes named values or one mapping");
  }
  if (!arguments.positional.empty()) {
    for (const auto& [key, value] : arguments.positional[0].mapping().entries()) {
      if (!key.is_string()) return absl::InvalidArgumentError("namespace: names must be text");
      set(key.string(), value);
    }
  }
  for (const auto& [name, value] : arguments.named) set(name, value);
  return Value::Of(space);
}

absl::StatusOr<Value> RangeFunction(Runtime& runtime, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("range", arguments, {"start", "stop", "step"}, 1));
  FERRO_ASSIGN_OR_RETURN(const int64_t first, args.Int(0, 0));
  FERRO_ASSIGN_OR_RETURN(const int64_t second, args.Int(1, 0));
  FERRO_ASSIGN_OR_RETURN(const int64_t step, args.Int(2, 1));
  if (step == 0) return absl::InvalidArgumentError("range() arg 3 must not be zero");
  const int64_t start = args.Has(1) ? first : 0, stop = args.Has(1) ? second : first;
  const bool is_empty = step > 0 ? start >= stop : start <= stop;
  // Unsigned: the distance of two 64-bit integers.
  const uint64_t distance =
      static_cast<uint64_t>(step > 0 ? stop : start) - static_cast<uint64_t>(step > 0 ? start : stop);
  const uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : -static_cast<uint64_t>(step);
  const uint64_t length = is_empty ? 0 : (distance - 1) / stride + 1;
  if (length > static_cast<uint64_t>(kMaxRangeLength)) {
    return absl::InvalidArgumentError(absl::StrCat("range: more than ", kMaxRangeLength, " numbers"));
  }
  FERRO_RETURN_IF_ERROR(runtime.budget().Build(length * sizeof(Value)));
  return Value::Range(start, stop, step);
}

absl::StatusOr<Value> DictFunction(const CallArgs& arguments) {
  Mapping mapping;
  if (arguments.positional.size() > 1 || (arguments.positional.size() == 1 && !arguments.positional[0].is_mapping())) {
    return absl::UnimplementedError("dict: only named values and one mapping are supported");
  }
  if (!arguments.positional.empty()) mapping = arguments.positional[0].mapping();
  for (const auto& [name, value] : arguments.named) mapping.Set(name, value);
  return Value::Map(std::move(mapping));
}

absl::StatusOr<Value> RaiseException(const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("raise_exception", arguments, {"message"}, 1));
  FERRO_ASSIGN_OR_RETURN(const std::string message, Str(args[0]));
  return absl::InvalidArgumentError(message);
}

absl::StatusOr<Value> StrftimeNow(Runtime& runtime, const CallArgs& arguments) {
  FERRO_ASSIGN_OR_RETURN(const BoundArgs args, BoundArgs::Bind("strftime_now", arguments, {"format"}, 1));
  FERRO_ASSIGN_OR_RETURN(const std::string format, Str(args[0]));
  const std::time_t now = absl::ToTimeT(runtime.now());
  std::tm local = {};
  localtime_r(&now, &local);
  char buffer[1024];
  const size_t n = std::strftime(buffer, sizeof(buffer), format.c_str(), &local);
  if (n == 0 && !format.empty()) return absl::InvalidArgumentError("strftime_now: the date has more than 1023 bytes");
  return Value::String(std::string(buffer, n));
}

constexpr absl::string_view kNames[] = {"namespace",    "range",  "dict",   "raise_exception",
                                        "strftime_now", "cycler", "joiner", "lipsum"};

}  // namespace

Value GlobalFunction(absl::string_view name) {
  for (const absl::string_view known : kNames) {
    if (name != known) continue;
    return Value::Of(
        std::make_shared<const Callable>(Callable{Callable::Kind::kGlobal, std::string(name), Value::None(), nullptr}));
  }
  return Value();
}

absl::StatusOr<Value> CallGlobal(Runtime& runtime, absl::string_view name, const CallArgs& arguments) {
  if (name == "namespace") return NamespaceFunction(runtime, arguments);
  if (name == "range") return RangeFunction(runtime, arguments);
  if (name == "dict") return DictFunction(arguments);
  if (name == "raise_exception") return RaiseException(arguments);
  if (name == "strftime_now") return StrftimeNow(runtime, arguments);
  return absl::UnimplementedError(absl::StrCat("the function '", name, "' is not supported"));
}

}  // namespace ferro::jinja
