// The values that a template computes with: Python's, as far as Jinja shows them.
//
// A Value is small and cheap to copy: text, sequences and mappings are shared and never change after they are built.
// Only namespaces change; they belong to the interpreter of one rendering, so no cycle of owners can arise.
// Value depth (a list in a list in a list ...) is known without walking, see depth(): the interpreter bounds it, so
// that printing, comparing and destroying may recurse. Thread-safe for reading, except SequenceType::kIterator, which
// never leaves the rendering that made it.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_VALUE_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_VALUE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"

namespace ferro::jinja {

class Value;
using Items = std::vector<Value>;

enum class SequenceType { kList, kTuple, kRange, kDictKeys, kDictValues, kDictItems, kIterator };

// An ordered collection. kIterator is what Python returns lazily (`map`, `select`): it can be walked once.
struct Sequence {
  SequenceType type = SequenceType::kList;
  Items items;
  int64_t start = 0, stop = 0, step = 1;  // kRange only
  int depth = 1;
  size_t total_weight = 0;
  mutable size_t consumed = 0;  // kIterator only: items already taken
};

class Mapping;

// What a missing name, key or attribute evaluates to. `what` says what was missing, for error messages.
struct Undefined {
  std::shared_ptr<const std::string> what;
};
struct None {};
// An integer beyond 64 bits: sign and decimal digits, exact.
struct BigInt {
  std::shared_ptr<const std::string> digits;
};

// `namespace(...)`: the only thing a template can change in place.
struct Namespace {
  std::vector<std::pair<std::string, Value>> attributes;
};

struct Macro;      // interpreter.h
struct LoopState;  // the variable `loop`
struct Callable;

class Value {
 public:
  Value() : data_(Undefined{}) {}
  static Value UndefinedNamed(std::string what);
  static Value None() { return Value(jinja::None{}); }
  static Value Bool(bool value) { return Value(value); }
  static Value Int(int64_t value) { return Value(value); }
  // `digits`: an optional minus and decimal digits without leading zeros; small ones become ordinary integers.
  static Value IntFromDigits(absl::string_view digits);
  static Value Float(double value) { return Value(value); }
  static Value String(std::string text);
  static Value List(Items items, SequenceType type = SequenceType::kList);
  static Value Tuple(Items items) { return List(std::move(items), SequenceType::kTuple); }
  static Value Iterator(Items items) { return List(std::move(items), SequenceType::kIterator); }
  // The integers from `start` by `step` (not 0) to before `stop`. The caller bounds their number.
  static Value Range(int64_t start, int64_t stop, int64_t step);
  static Value Map(Mapping mapping);
  static Value Of(Namespace* space) { return Value(space); }
  static Value Of(std::shared_ptr<const LoopState> loop) { return Value(std::move(loop)); }
  static Value Of(std::shared_ptr<const Callable> callable) { return Value(std::move(callable)); }

  bool is_undefined() const { return Holds<Undefined>(); }
  // Undefined without a reason: a variable that nothing has assigned.
  bool is_unassigned() const { return is_undefined() && std::get<Undefined>(data_).what == nullptr; }
  bool is_none() const { return Holds<jinja::None>(); }
  bool is_bool() const { return Holds<bool>(); }
  bool is_int() const { return Holds<int64_t>(); }  // not a bool, not a BigInt
  bool is_big_int() const { return Holds<BigInt>(); }
  bool is_float() const { return Holds<double>(); }
  bool is_number() const { return is_bool() || is_int() || is_big_int() || is_float(); }
  bool is_string() const { return Holds<StringPtr>(); }
  bool is_sequence() const { return Holds<SequencePtr>(); }
  bool is_sequence(SequenceType type) const { return is_sequence() && sequence().type == type; }
  bool is_mapping() const { return Holds<MappingPtr>(); }
  bool is_namespace() const { return Holds<Namespace*>(); }
  bool is_loop() const { return Holds<LoopPtr>(); }
  bool is_callable() const { return Holds<CallablePtr>(); }
  // A bool or an integer of at most 64 bits: what Python accepts as an index.
  bool is_index() const { return is_bool() || is_int(); }

  // Each requires the matching is_...().
  bool bool_value() const { return std::get<bool>(data_); }
  int64_t index() const { return is_bool() ? bool_value() : std::get<int64_t>(data_); }
  double float_value() const { return std::get<double>(data_); }
  const std::string& digits() const { return *std::get<BigInt>(data_).digits; }
  const std::string& string() const { return *std::get<StringPtr>(data_); }
  const Sequence& sequence() const { return *std::get<SequencePtr>(data_); }
  const Mapping& mapping() const { return *std::get<MappingPtr>(data_); }
  Namespace& name_space() const { return *std::get<Namespace*>(data_); }
  const LoopState& loop() const { return *std::get<LoopPtr>(data_); }
  const Callable& callable() const { return *std::get<CallablePtr>(data_); }

  // "'x' is undefined" and the like. Requires is_undefined().
  std::string UndefinedText() const;
  // Python's name of the type: "str", "dict", "NoneType", ...
  absl::string_view TypeName() const;
  // Levels of containers: 0 for a scalar, 1 for a flat list. A namespace counts as a scalar.
  int depth() const;
  // Bytes of text or of items that a copy of the contents would take; for budgets.
  size_t weight() const;
  // The same with everything inside, shared parts as often as they occur: what a comparison may have to read. Saturates
  // at kMaxTotalWeight.
  size_t total_weight() const;
  static constexpr size_t kMaxTotalWeight = size_t{1} << 40;
  // Whether both are the same object in Python's sense, as far as a template can tell.
  bool SameAs(const Value& other) const;

 private:
  using StringPtr = std::shared_ptr<const std::string>;
  using SequencePtr = std::shared_ptr<const Sequence>;
  using MappingPtr = std::shared_ptr<const Mapping>;
  using LoopPtr = std::shared_ptr<const LoopState>;
  using CallablePtr = std::shared_ptr<const Callable>;
  using Data = std::variant<Undefined, jinja::None, bool, int64_t, BigInt, double, StringPtr, SequencePtr, MappingPtr,
                            Namespace*, LoopPtr, CallablePtr>;

  template <class T>
  explicit Value(T data) : data_(std::move(data)) {}
  template <class T>
  bool Holds() const {
    return std::holds_alternative<T>(data_);
  }

  Data data_;
};

// A dict: keys of any hashable kind in order of first insertion, the last value of a repeated key wins.
class Mapping {
 public:
  void Set(Value key, Value value);
  void Set(absl::string_view key, Value value) { Set(Value::String(std::string(key)), std::move(value)); }
  const Value* Find(absl::string_view key) const;
  // Keys compare as in Python: 1, 1.0 and true are one key. An unhashable key is never found.
  const Value* Find(const Value& key) const;
  // Removes a key; nothing happens when it is absent.
  void Erase(absl::string_view key);

  const std::vector<std::pair<Value, Value>>& entries() const { return entries_; }
  size_t size() const { return entries_.size(); }
  int depth() const { return depth_; }
  size_t total_weight() const { return total_weight_; }

 private:
  std::vector<std::pair<Value, Value>> entries_;
  std::unordered_map<std::string, size_t> by_text_;  // positions of the keys that are text
  int depth_ = 1;
  size_t total_weight_ = 0;  // of all values ever set
};

// Something that can be called: a global function, a method bound to its object, or a macro.
struct Callable {
  enum class Kind { kGlobal, kMethod, kMacro };
  Kind kind = Kind::kGlobal;
  std::string name;
  Value self;                    // kMethod: the object
  const Macro* macro = nullptr;  // kMacro: owned by the interpreter
};

// The variable `loop` of one running for statement.
struct LoopState {
  std::shared_ptr<const Items> items;
  size_t index = 0;
  int depth = 1;
};

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_VALUE_H_
