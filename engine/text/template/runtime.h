// What filters, tests, methods and functions may ask of the interpreter that calls them, and how they read arguments.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_RUNTIME_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_RUNTIME_H_

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "engine/text/template/limits.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

struct CallArgs {
  Items positional;
  std::vector<std::pair<std::string, Value>> named;

  bool empty() const { return positional.empty() && named.empty(); }
};

// What reading all arguments costs, see Value::total_weight.
size_t TotalWeight(const CallArgs& arguments);

class Runtime {
 public:
  virtual ~Runtime() = default;
  virtual Budget& budget() = 0;
  virtual absl::StatusOr<Value> Call(const Value& callee, CallArgs arguments) = 0;
  // Lives as long as the rendering.
  virtual Namespace* NewNamespace() = 0;
  virtual absl::Time now() const = 0;
};

// Arguments matched to the parameter names of a function, as Python does it.
class BoundArgs {
 public:
  // kInvalidArgument: fewer than `required` given, too many, an unknown name, or one given twice.
  static absl::StatusOr<BoundArgs> Bind(absl::string_view function, const CallArgs& arguments,
                                        std::initializer_list<absl::string_view> parameters, size_t required);

  bool Has(size_t i) const { return given_[i]; }
  const Value& operator[](size_t i) const { return values_[i]; }  // undefined if not given
  bool Flag(size_t i, bool otherwise) const;
  // kInvalidArgument if given and not an integer of at most 64 bits.
  absl::StatusOr<int64_t> Int(size_t i, int64_t otherwise) const;
  // Text, or the printed form of another value.
  absl::StatusOr<std::string> Text(size_t i, absl::string_view otherwise) const;

 private:
  std::vector<Value> values_;
  std::vector<bool> given_;
};

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_RUNTIME_H_
