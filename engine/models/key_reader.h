// The hyper-parameters of a model from its file, each checked for range.
#ifndef FERRO_ENGINE_MODELS_KEY_READER_H_
#define FERRO_ENGINE_MODELS_KEY_READER_H_

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/gguf/file.h"

namespace ferro {

// Reads the keys of one architecture and refuses values outside what any model could mean.
class KeyReader {
 public:
  KeyReader(const GgufFile& file, std::string prefix) : file_(file), prefix_(std::move(prefix)) {}

  absl::StatusOr<int> Int(const char* name, int64_t low, int64_t high) const {
    FERRO_ASSIGN_OR_RETURN(const int64_t value, file_.GetI64(Key(name)));
    return InRange(name, value, low, high);
  }
  absl::StatusOr<int> IntOr(const char* name, int64_t absent, int64_t low, int64_t high) const {
    if (!file_.Has(Key(name))) return static_cast<int>(absent);
    return Int(name, low, high);
  }
  absl::StatusOr<float> PositiveFloat(const char* name) const {
    FERRO_ASSIGN_OR_RETURN(const float value, file_.GetF32(Key(name)));
    if (!std::isfinite(value) || value <= 0) {
      return absl::InvalidArgumentError(absl::StrCat(Key(name), " is ", value, ", not a finite number above 0"));
    }
    return value;
  }
  // A number that holds for every layer, or an array of one number a layer.
  absl::StatusOr<std::vector<int64_t>> PerLayer(const char* name, int layers) const {
    if (!file_.IsArray(Key(name))) {
      FERRO_ASSIGN_OR_RETURN(const int64_t value, file_.GetI64(Key(name)));
      return std::vector<int64_t>(layers, value);
    }
    FERRO_ASSIGN_OR_RETURN(std::vector<int64_t> values, file_.GetIntArray(Key(name)));
    if (static_cast<int>(values.size()) != layers) {
      return absl::InvalidArgumentError(
          absl::StrCat(Key(name), " has ", values.size(), " entries for ", layers, " layers"));
    }
    return values;
  }
  std::string Key(const char* name) const { return absl::StrCat(prefix_, ".", name); }

 private:
  absl::StatusOr<int> InRange(const char* name, int64_t value, int64_t low, int64_t high) const {
    if (value < low || value > high) {
      return absl::InvalidArgumentError(absl::StrCat(Key(name), " is ", value, ", outside ", low, "..", high));
    }
    return static_cast<int>(value);
  }
  const GgufFile& file_;
  const std::string prefix_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_KEY_READER_H_
