#include "engine/text/template/value.h"

#include <algorithm>
#include <limits>

#include "absl/strings/numbers.h"
#include "engine/text/template/operators.h"

namespace ferro::jinja {
namespace {

int DepthOf(const Items& items) {
  int deepest = 0;
  for (const Value& item : items) deepest = std::max(deepest, item.depth());
  return deepest + 1;
}

size_t AddWeights(size_t a, size_t b) { return std::min(a + b, Value::kMaxTotalWeight); }

}  // namespace

Value Value::UndefinedNamed(std::string what) {
  return Value(Undefined{std::make_shared<const std::string>(std::move(what))});
}

Value Value::IntFromDigits(absl::string_view digits) {
  int64_t small = 0;
  if (absl::SimpleAtoi(digits, &small)) return Int(small);
  return Value(BigInt{std::make_shared<const std::string>(digits)});
}

Value Value::String(std::string text) { return Value(std::make_shared<const std::string>(std::move(text))); }

Value Value::List(Items items, SequenceType type) {
  auto sequence = std::make_shared<Sequence>();
  sequence->type = type;
  sequence->depth = DepthOf(items);
  for (const Value& item : items) {
    sequence->total_weight = AddWeights(sequence->total_weight, item.total_weight() + sizeof(Value));
  }
  sequence->items = std::move(items);
  return Value(SequencePtr(std::move(sequence)));
}

Value Value::Range(int64_t start, int64_t stop, int64_t step) {
  auto sequence = std::make_shared<Sequence>();
  sequence->type = SequenceType::kRange;
  sequence->start = start;
  sequence->stop = stop;
  sequence->step = step;
  for (int64_t at = start; step > 0 ? at < stop : at > stop;) {
    sequence->items.push_back(Int(at));
    if (__builtin_add_overflow(at, step, &at)) break;
  }
  sequence->total_weight = sequence->items.size() * sizeof(Value);
  return Value(SequencePtr(std::move(sequence)));
}

Value Value::Map(Mapping mapping) { return Value(MappingPtr(std::make_shared<const Mapping>(std::move(mapping)))); }

std::string Value::UndefinedText() const {
  const auto& what = std::get<Undefined>(data_).what;
  return what == nullptr ? "the value is undefined" : *what;
}

absl::string_view Value::TypeName() const {
  if (is_undefined()) return "Undefined";
  if (is_none()) return "NoneType";
  if (is_bool()) return "bool";
  if (is_int() || is_big_int()) return "int";
  if (is_float()) return "float";
  if (is_string()) return "str";
  if (is_mapping()) return "dict";
  if (is_namespace()) return "Namespace";
  if (is_loop()) return "LoopContext";
  if (is_callable()) return "function";
  switch (sequence().type) {
    case SequenceType::kList:
      return "list";
    case SequenceType::kTuple:
      return "tuple";
    case SequenceType::kRange:
      return "range";
    case SequenceType::kDictKeys:
      return "dict_keys";
    case SequenceType::kDictValues:
      return "dict_values";
    case SequenceType::kDictItems:
      return "dict_items";
    case SequenceType::kIterator:
      return "generator";
  }
  return "object";
}

int Value::depth() const {
  if (is_sequence()) return sequence().depth;
  if (is_mapping()) return mapping().depth();
  if (is_loop()) return loop().depth;
  if (is_callable()) return callable().self.depth() + 1;
  return 0;
}

size_t Value::weight() const {
  if (is_string()) return string().size();
  if (is_sequence()) return sequence().items.size() * sizeof(Value);
  if (is_mapping()) return mapping().size() * 2 * sizeof(Value);
  return 0;
}

size_t Value::total_weight() const {
  if (is_sequence()) return sequence().total_weight;
  if (is_mapping()) return mapping().total_weight();
  return weight();
}

bool Value::SameAs(const Value& other) const {
  if (data_.index() != other.data_.index()) return false;
  if (is_none()) return true;
  if (is_string() || is_undefined() || is_float() || is_int() || is_big_int() || is_bool()) return Equals(*this, other);
  if (is_sequence()) return &sequence() == &other.sequence();
  if (is_mapping()) return &mapping() == &other.mapping();
  if (is_namespace()) return &name_space() == &other.name_space();
  if (is_loop()) return &loop() == &other.loop();
  return &callable() == &other.callable();
}

void Mapping::Set(Value key, Value value) {
  depth_ = std::max({depth_, key.depth() + 1, value.depth() + 1});
  total_weight_ = AddWeights(total_weight_, key.total_weight() + value.total_weight() + 2 * sizeof(Value));
  if (key.is_string()) {
    const auto [it, inserted] = by_text_.try_emplace(key.string(), entries_.size());
    if (!inserted) {
      entries_[it->second].second = std::move(value);
      return;
    }
  } else {
    for (auto& [known, slot] : entries_) {
      if (!Equals(known, key)) continue;
      slot = std::move(value);
      return;
    }
  }
  entries_.emplace_back(std::move(key), std::move(value));
}

const Value* Mapping::Find(absl::string_view key) const {
  const auto it = by_text_.find(std::string(key));
  return it == by_text_.end() ? nullptr : &entries_[it->second].second;
}

const Value* Mapping::Find(const Value& key) const {
  if (key.is_string()) return Find(absl::string_view(key.string()));
  for (const auto& [known, value] : entries_) {
    if (!known.is_string() && Equals(known, key)) return &value;
  }
  return nullptr;
}

void Mapping::Erase(absl::string_view key) {
  const auto it = by_text_.find(std::string(key));
  if (it == by_text_.end()) return;
  const size_t at = it->second;
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at));
  by_text_.erase(it);
  for (auto& [text, position] : by_text_) position -= position > at;
}

}  // namespace ferro::jinja
